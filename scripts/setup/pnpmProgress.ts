import type { Progress } from '../bootstrap/steps.cjs';

interface Report {
  name?: string;
  level?: string;
  status?: string;
  stage?: string;
  packageId?: string;
  depPath?: string;
  line?: string;
  code?: string;
  message?: string;
  msg?: string;
  err?: { message?: string; code?: string };
}

/** Reads pnpm's report for machines (one JSON object a line) as "so many of so many packages". */
export class PnpmProgress {
  readonly #tell: (progress: Progress) => void;
  readonly #resolved = new Set<string>();
  readonly #there = new Set<string>();
  readonly #errors: string[] = [];
  #imported = 0;

  constructor(tell: (progress: Progress) => void) {
    this.#tell = tell;
  }

  read(line: string): void {
    let report: Report;
    try {
      report = JSON.parse(line) as Report;
    } catch {
      if (line.trim()) this.#errors.push(line);
      return;
    }
    if (report.level === 'error') {
      const message = report.err?.message ?? report.message ?? report.msg ?? '';
      this.#errors.push([report.err?.code ?? report.code, message].filter(Boolean).join(' '));
    }
    if (report.name === 'pnpm:progress') this.#progress(report);
    if (report.name === 'pnpm:stage' && report.stage === 'importing_done') this.#tell({ text: 'linking' });
    if (report.name === 'pnpm:lifecycle' && report.line === undefined && report.depPath)
      this.#tell({ text: 'running install scripts' });
  }

  /** What pnpm itself said was wrong. */
  errors(): string {
    return this.#errors.slice(-20).join('\n');
  }

  #progress({ status, packageId }: Report): void {
    const id = packageId ?? '';
    if (status === 'resolved') this.#resolved.add(id);
    else if (status === 'fetched' || status === 'found_in_store') this.#there.add(id);
    else if (status === 'imported') this.#imported += 1;
    const total = this.#resolved.size;
    // Fetching and putting in place go side by side; what is in place is what counts.
    const done = Math.min(total, this.#imported);
    this.#tell({ total, done, text: this.#there.size < total ? 'fetching' : 'putting in place' });
  }
}
