/** What Zapier does with the promises in a result: it runs the function that each names, and puts in what that gives. */

/** `hydrate|||{…}|||hydrate`. (At Zapier, a signature follows, and both are in base64.) */
const PROMISE = /^hydrate\|\|\|(\{.*\})\|\|\|hydrate$/s;

interface Promised {
  readonly type: string;
  /** `hydrators.lessonDetails`. */
  readonly method: string;
  /** What the function is asked. */
  readonly bundle: Readonly<Record<string, unknown>>;
}

/** The result with every promise kept, however deep. */
export async function hydrated(
  result: unknown,
  keep: (method: string, inputData: Readonly<Record<string, unknown>>) => Promise<unknown>,
): Promise<unknown> {
  if (typeof result === 'string') {
    const [, json] = PROMISE.exec(result) ?? [];
    if (json === undefined) return result;
    const { method, bundle } = JSON.parse(json) as Promised;
    return keep(method, bundle);
  }
  if (typeof result !== 'object' || result === null) return result;
  if (Array.isArray(result)) return Promise.all(result.map((item) => hydrated(item, keep)));
  const entries = Object.entries(result).map(async ([key, part]) => [key, await hydrated(part, keep)] as const);
  return Object.fromEntries(await Promise.all(entries));
}
