/** A school in which every step of the Zapier app has something to do, and what each is asked there. */
import { actions, searches } from '../../packages/core/src/index.ts';
import { startSandbox, type Sandbox } from '../../packages/sandbox/src/index.ts';
import App from '../../packages/zapier-app/src/index.ts';
import { operationKey } from '../../packages/zapier-app/src/translate/keys.ts';
import { promisedBy, type Promised } from '../../packages/zapier-app/test/checks/index.ts';
import type { FileSite } from './fileSite.ts';
import { OPERATION_INPUTS } from './operationInputs.ts';

const DAY = 24 * 60 * 60_000;

export interface ZapierSchool {
  readonly sandbox: Sandbox;
  /** A course of the demo school, of which one customer has completed everything. */
  readonly productId: string;
  readonly graduate: string;
  /** As it was at first. */
  reset(): void;
  stop(): Promise<void>;
}

/** The demo school, three days ago, so that those who have not finished stand still. */
export async function startZapierSchool(key: string): Promise<ZapierSchool> {
  const sandbox = await startSandbox({ seed: 'demo', key, clock: () => Date.now() - 3 * DAY });
  const course = [...sandbox.school.products.values()].find((one) => one.title === 'AI Foundations');
  const productId = course?.productId ?? '';
  const fill = (): string => {
    const { school } = sandbox;
    const { userId } = school.invite(productId, 'graduate@example.com').user;
    for (const { courseId, published, lessonId } of school.lessons.values())
      if (courseId === productId && published) school.complete(productId, userId, lessonId);
    school.setDownloaded(productId, userId);
    return userId;
  };
  const graduate = fill();
  return {
    sandbox,
    productId,
    graduate,
    reset() {
      sandbox.reset();
      fill();
    },
    stop: () => sandbox.stop(),
  };
}

export const TRIGGER_INPUTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  progress_reached: { thresholds: ['50', '100'] },
  student_stalled: { stalledDays: 2 },
};

export interface ZapierCase {
  readonly kind: 'trigger' | 'search' | 'create';
  readonly key: string;
  /** As Zapier names it: `creates.invite_customer.operation.perform`. */
  readonly method: string;
  /** As a Zap has it: of a file, it has the address. Adds to the school what it names. */
  readonly input: (school: ZapierSchool, files: FileSite) => Record<string, unknown>;
  readonly promised: Promised;
}

/** A case for each step of the app, hidden ones included. Throws where one has no input to try it with. */
export function zapierCases(): ZapierCase[] {
  const catalogueKeys = new Map([...actions, ...searches].map((one) => [operationKey(one), one.key]));
  const given =
    (key: string): ZapierCase['input'] =>
    ({ sandbox }, files) => {
      const input = OPERATION_INPUTS[catalogueKeys.get(key) ?? '']?.(sandbox);
      if (!input) throw new Error(`There is no input to try "${key}" with.`);
      return 'file' in input ? { ...input, file: files.url } : input;
    };
  return [
    ...Object.entries(App.triggers).map(([key, step]) => ({
      kind: 'trigger' as const,
      key,
      method: `triggers.${key}.operation.perform`,
      input: ({ productId }: ZapierSchool) =>
        step.display.hidden ? (key === 'product_list' ? {} : { productId }) : { ...TRIGGER_INPUTS[key] },
      promised: promisedBy(step),
    })),
    ...Object.entries(App.searches).map(([key, step]) => ({
      kind: 'search' as const,
      key,
      method: `searches.${key}.operation.perform`,
      input: given(key),
      promised: promisedBy(step),
    })),
    ...Object.entries(App.creates).map(([key, step]) => ({
      kind: 'create' as const,
      key,
      method: `creates.${key}.operation.perform`,
      input: given(key),
      promised: promisedBy(step),
    })),
  ];
}
