/**
 * The sandbox stands in for a real server, so it has to answer as that server did. Here every recorded exchange is
 * played against it in order: same status, same keys in the same order, same values and messages; ids stand for the
 * recorded ones, and only moments and database ids may differ.
 *
 * `SANDBOX_EXCHANGES=<file>` plays another recording of the same format, which is taken to be complete but for what
 * happened behind the API's back.
 */
import { join } from 'node:path';
import { replay } from '../packages/sandbox/src/replay/engine.ts';
import type { ReplayResult, Setup } from '../packages/sandbox/src/replay/engine.ts';
import { readExchanges } from '../packages/sandbox/src/replay/exchanges.ts';

const OTHER_FILE = process.env['SANDBOX_EXCHANGES'];
const FILE = OTHER_FILE ?? join(__dirname, 'fixtures', 'exchanges.ndjson');

/** The main course of the recording, and others that appear in it. */
const COURSE = 'xSdpd-IChlXX-_XuHyRKO';
const BLOG = 'qUA28eUvaTYA7tIgSHoAU';
const BIG_COURSE = 'BATJ17kcXEA_azcq75TY8';
const ALPHA = 'tOaRDTwKmAZSldg1AbOB4';

/** What was done to the recorded school without the API. */
const BEHIND_ITS_BACK: Setup = {
  // A customer's account is deleted; the membership stays.
  'roster-with-orphan-page-1': ({ school, live }) => {
    school.deleteUser(live('209X48IGpZUeOgSxXHAWn'));
  },
};

/** The recording is a sample. What happened between its exchanges, and shows in them, happens here. */
const SETUP: Setup = {
  ...BEHIND_ITS_BACK,
  // A second title that makes the same slug: it shows in a search later on.
  'product-create-download': ({ school }) => {
    school.createProduct('AI  foundations!');
  },
  // One draft more, of which nothing is known but that lists count it.
  'product-create-blog': ({ school }) => {
    school.createProduct('Another draft');
  },
  'product-patch-description': ({ school, live }) => {
    school.rename(live(COURSE), 'AI Foundations 2');
  },
  // The description was cleared, which leaves an empty document behind.
  'product-patch-description-object': ({ school, live }) => {
    school.updateProduct(live(COURSE), { description: '' });
  },
  'product-patch-slug': ({ school, live }) => {
    school.updateProduct(live(COURSE), { privacy: 'public' });
  },
  // Two sections more, a new order, a drip switched off, a picture taken away.
  'lesson-move': ({ school, live }) => {
    const product = school.product(live(COURSE));
    const [first, second] = product.sections.map((section) => section.sectionId);
    const third = school.addSection(product.productId, 'Week 3').sectionId;
    const fourth = school.addSection(product.productId, '7').sectionId;
    const ranks = new Map([third, first, second, fourth].map((id, index) => [id, (index + 1) * 1000]));
    for (const section of product.sections) {
      section.rank = ranks.get(section.sectionId) ?? 0;
      if (section.drip) section.drip.status = false;
    }
    school.updateProduct(product.productId, { featuredImage: null });
  },
  'roster-limit-200-page-1': ({ school, live }) => {
    for (let number = 1; number <= 205; number++) {
      const userId = school.addUser({ email: `c${String(number).padStart(3, '0')}@bulk.example` }).userId;
      school.enrol(live(BIG_COURSE), userId);
    }
  },
  'products-page-1': ({ school, live }) => {
    school.updateProduct(live(BLOG), {
      description: '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"About"}]}]}',
      published: true,
    });
    for (let number = 1; number <= 60; number++) {
      const title = `Bulk course ${String(number).padStart(2, '0')}`;
      school.createProduct(title, number % 3 === 0 ? 'download' : 'course');
    }
  },
  // A pending customer becomes an active one, in the same place.
  'roster-with-orphan-page-2': ({ school, live }) => {
    school.enrol(live(ALPHA), live('Y2THNu5rdDx46S90qqjjV'));
  },
};

/** Exchanges that differ all the same, and why. */
const DIFFERENT: Readonly<Record<string, string>> = {};

describe('the sandbox answers as the recorded server did', () => {
  const exchanges = readExchanges(FILE);
  let results: ReplayResult[];

  beforeAll(async () => {
    results = await replay(exchanges, OTHER_FILE === undefined ? SETUP : BEHIND_ITS_BACK);
  }, 60_000);

  test.each(exchanges.map(({ name }, index) => [name, index] as const))('%s', (name, index) => {
    const differences = results[index]?.differences;
    if (name in DIFFERENT) expect(differences).not.toEqual([]);
    else expect(differences).toEqual([]);
  });
});
