/** Where a workflow sends what it was started with: notes the ID of each event, and answers at once or when it is let. */
import { startJsonServer } from './jsonServer.ts';

export interface Receiver {
  readonly url: string;
  /** IDs of events, each as often as it came. */
  readonly received: readonly string[];
  /** From now on callers wait for their answer, until they are let go. */
  hold(): void;
  letGo(): void;
  stop(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: string[] = [];
  let held: PromiseWithResolvers<void> | undefined;
  const letGo = (): void => {
    held?.resolve();
    held = undefined;
  };
  const server = await startJsonServer(async ({ body }) => {
    received.push((body as { id: string }).id);
    await held?.promise;
    return {};
  });
  return {
    url: server.url,
    received,
    hold: () => {
      held ??= Promise.withResolvers<void>();
    },
    letGo,
    stop: async () => {
      letGo();
      await server.stop();
    },
  };
}
