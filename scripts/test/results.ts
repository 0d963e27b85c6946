/** What a check came to. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** As much of Jest's report as is read here. */
export interface JestReport {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  /** Files that could not even be loaded; their tests are in no other number. */
  numRuntimeErrorTestSuites: number;
}

export const PASSED: Counts = { passed: 1, failed: 0, skipped: 0 };
export const FAILED: Counts = { passed: 0, failed: 1, skipped: 0 };

/** A project's tests as Jest counts them. A run that left no report has crashed, which is a failure. */
export function countsOf(report: JestReport | undefined, exitCode: number): Counts {
  if (!report) return FAILED;
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  const unsaid = failed === 0 && (exitCode !== 0 || !report.success) ? 1 : 0;
  return {
    passed: report.numPassedTests,
    failed: failed + unsaid,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

export function sum(all: readonly Counts[]): Counts {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of all) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}

/** The line that closes the output; others read it, so its form is fixed. */
export function closingLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
