/** Tables of the docs that are worked out from the code, each between two marks: `<!-- table: name -->` and `<!-- end -->`. */
import {
  actions,
  EVENT_TYPES,
  eventRegistry,
  isOffered,
  lists,
  reads,
  searches,
  triggers,
  type Operation,
} from '../../packages/core/src/index.ts';
import { nounTitle, operationName } from '../../packages/n8n-nodes/nodes/shared/wording.ts';

export interface DocTable {
  readonly file: string;
  readonly name: string;
  lines(): string[];
}

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);

/** The parts of an id that are not the same for every event, by the sample's values. */
function idPattern(type: (typeof EVENT_TYPES)[number]): string {
  const { sample } = eventRegistry[type];
  const names: [unknown, string][] = [
    [sample.product.productId, '{product}'],
    ['customer' in sample && sample.customer.userId, '{customer}'],
    ['lesson' in sample && sample.lesson.lessonId, '{lesson}'],
    ['section' in sample && sample.section.sectionId, '{section}'],
    ['threshold' in sample && String(sample.threshold), '{percent}'],
    ['to' in sample && sample.to, '{status}'],
    ['days' in sample && String(sample.days), '{days}'],
    ['lastActivityAt' in sample && String(Date.parse(sample.lastActivityAt)), '{last activity}'],
  ];
  const [kind, ...parts] = sample.id.split(':');
  return [kind, ...parts.map((part) => names.find(([value]) => value === part)?.[1] ?? part)].join(':');
}

const events: DocTable = {
  file: 'docs/triggers.md',
  name: 'events',
  lines: () =>
    tableOf(
      ['event', 'when', '`id`', 'in Zapier', 'what polling cannot see'],
      EVENT_TYPES.map((type) => {
        const { label, description, needsState, blindSpot } = eventRegistry[type];
        const when = description.replace(/^Triggers when /, '');
        return [`**${label}**<br>\`${type}\``, when, `\`${idPattern(type)}\``, needsState ? 'no' : 'yes', blindSpot];
      }),
    ),
};

const n8nEvents: DocTable = {
  file: 'packages/n8n-nodes/README.md',
  name: 'events',
  lines: () =>
    tableOf(
      ['Event', 'Starts the workflow when', 'What polling cannot see'],
      EVENT_TYPES.map((type) => {
        const { label, description, blindSpot } = eventRegistry[type];
        return [label, description.replace(/^Triggers when /, ''), blindSpot];
      }),
    ),
};

const zapierTriggers: DocTable = {
  file: 'packages/zapier-app/README.md',
  name: 'triggers',
  lines: () =>
    tableOf(
      ['When this happens (trigger)', ''],
      triggers
        .filter((one) => isOffered(one, 'zapier'))
        .map(({ event, label, description }) => [
          label,
          `${description.replace(/^Triggers when (.)/, (_, first: string) => first.toUpperCase())} ${eventRegistry[event].blindSpot}`,
        ]),
    ),
};

/** Resource by resource, as people look for them in n8n. */
const n8nOperations: DocTable = {
  file: 'packages/n8n-nodes/README.md',
  name: 'operations',
  lines() {
    const offered = [...actions, ...searches, ...reads, ...lists].filter((one) => isOffered(one, 'n8n'));
    const nouns = [...new Set(offered.map(({ noun }) => noun))];
    return tableOf(
      ['Resource', 'Operation', 'What it does'],
      nouns.flatMap((noun) =>
        offered.filter((one) => one.noun === noun).map((one) => [nounTitle(noun), operationName(one), one.description]),
      ),
    );
  },
};

const zapierSteps = (name: string, head: string, operations: readonly Operation[]): DocTable => ({
  file: 'packages/zapier-app/README.md',
  name,
  lines: () =>
    tableOf(
      [head, ''],
      operations.filter((one) => isOffered(one, 'zapier')).map(({ label, description }) => [label, description]),
    ),
});

export const docTables: readonly DocTable[] = [
  events,
  n8nOperations,
  n8nEvents,
  zapierTriggers,
  zapierSteps('actions', 'Do this (action)', actions),
  zapierSteps('searches', 'Find this (search)', searches),
];

/** Where the table stands in a text: what comes before it, the table, and what comes after. */
export function partsOf(text: string, { file, name }: DocTable): { before: string; table: string; after: string } {
  const begin = `<!-- table: ${name} -->`;
  const from = text.indexOf(begin) + begin.length;
  const to = text.indexOf('<!-- end -->', from);
  if (from < begin.length || to < 0) throw new Error(`${file} has no place for the table "${name}".`);
  return { before: text.slice(0, from), table: text.slice(from, to), after: text.slice(to) };
}

/** A table's cells, however wide its columns are written. */
export const cellsOf = (lines: readonly string[]): string[][] =>
  lines
    .filter((line) => line.startsWith('|') && !/^[|\s-]+$/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
