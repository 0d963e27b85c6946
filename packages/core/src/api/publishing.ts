/** What of a product matters here. */
interface Unpublished {
  readonly type?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly defaultPaymentPlan?: string | null | undefined;
  readonly paymentPlans?: readonly unknown[] | null | undefined;
}

export interface Missing {
  readonly what: string;
  readonly todo: string;
}

/**
 * What the platform asks of a product before it can be published, as far as the product itself tells: a payment plan
 * for a course or a download (documented), a description for a blog (observed). That the owner has a name, which is
 * asked for as well, only the server knows.
 */
export function missingForPublishing(product: Unpublished): Missing[] {
  const missing: Missing[] = [];
  const hasPlan = Boolean(product.defaultPaymentPlan) || (product.paymentPlans ?? []).length > 0;
  if (product.type !== 'blog' && !hasPlan) {
    missing.push({ what: 'it has no payment plan', todo: 'Create a payment plan for it first; a free one will do.' });
  }
  if (product.type === 'blog' && !hasText(product.description)) {
    missing.push({
      what: 'it has no description',
      todo: 'Give it a description first: that is the text of the blog post.',
    });
  }
  return missing;
}

/** Observed: the platform asks only that a description is there, not that it holds words. */
function hasText(description: string | null | undefined): boolean {
  return typeof description === 'string' && description.trim() !== '';
}
