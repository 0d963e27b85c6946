/** What the page shows: the school in short. Long lists are cut, so that a big school can be looked at too. */
import { activePlans } from '../model/plans.ts';
import type { Product } from '../model/types.ts';
import type { Sandbox } from '../options.ts';

const ROWS_SHOWN = 50;
const MAILS_SHOWN = 50;

export function stateOf(sandbox: Sandbox): object {
  const { school, outbox } = sandbox;
  return {
    school: school.name,
    url: sandbox.url,
    key: sandbox.key,
    mediaUrl: sandbox.mediaUrl,
    mode: sandbox.mode,
    requests: sandbox.requestCount,
    faults: sandbox.faults.list().length,
    files: sandbox.media.files.size,
    products: [...school.products.values()].reverse().map((product) => productState(sandbox, product)),
    mails: outbox.slice(-MAILS_SHOWN).reverse(),
    mailCount: outbox.length,
  };
}

function productState({ school }: Sandbox, product: Product): object {
  const lessons = product.lessons.map((id) => school.lessons.get(id)).filter((lesson) => lesson !== undefined);
  const published = new Set(lessons.filter((lesson) => lesson.published).map((lesson) => lesson.lessonId));
  return {
    productId: product.productId,
    title: product.title,
    type: product.type,
    published: product.published,
    sections: product.sections.length,
    lessons: lessons.length,
    lessonsPublished: published.size,
    plans: activePlans(product).map((plan) => plan.name),
    customerCount: product.members.length,
    // The newest are the ones someone who tries things out wants to see.
    customers: product.members
      .slice(-ROWS_SHOWN)
      .reverse()
      .map((membership) => {
        const user = school.users.get(membership.userId);
        return {
          userId: membership.userId,
          email: user?.email ?? '(account deleted)',
          name: user?.name ?? '',
          status: membership.status,
          completed: membership.progress?.completedLessons.filter((id) => published.has(id)).length ?? 0,
          downloaded: membership.progress?.downloaded ?? false,
          joined: membership.progress ? new Date(membership.progress.createdAt).toISOString() : null,
        };
      }),
  };
}
