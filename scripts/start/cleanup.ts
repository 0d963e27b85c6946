type Work = () => void | Promise<void>;

/** What was started, to be stopped in the reverse order, once, whoever asks and however often. */
export class Cleanup {
  readonly #works: Work[] = [];
  #running: Promise<void> | undefined;

  add(work: Work): void {
    this.#works.push(work);
  }

  get begun(): boolean {
    return this.#running !== undefined;
  }

  run(): Promise<void> {
    this.#running ??= this.#stopAll();
    return this.#running;
  }

  async #stopAll(): Promise<void> {
    for (let work = this.#works.pop(); work; work = this.#works.pop()) {
      try {
        await work();
      } catch (error) {
        // One thing that will not stop must not keep the others.
        process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      }
    }
  }
}
