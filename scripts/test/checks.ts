import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { run } from '../bootstrap/run.cjs';
import type { Progress } from '../bootstrap/steps.cjs';
import { logsFolder, root } from '../setup/paths.ts';
import { countsOf, FAILED, PASSED } from './results.ts';
import type { Counts, JestReport } from './results.ts';

export interface Outcome {
  counts: Counts;
  /** Everything it printed, shown when it failed. Without colours: some tools give them to a pipe as well. */
  output: string;
}

export interface Check {
  title: string;
  run(progress: (progress: Progress) => void): Promise<Outcome>;
}

const bin = (...path: string[]): string => join(root, 'node_modules', ...path);

/** What is looked at without running anything. */
export function staticChecks(): Check[] {
  const checks = [
    tool('Formatting (Prettier)', [bin('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level', 'warn', '.']),
    tool('Lint (ESLint)', [bin('eslint', 'bin', 'eslint.js'), '.']),
    tool('Types (TypeScript)', [bin('typescript', 'bin', 'tsc'), '-p', 'tsconfig.json']),
  ];
  return existsSync(join(root, 'eslint.config.mjs')) ? checks : checks.filter(({ title }) => !title.startsWith('Lint'));
}

function tool(title: string, args: string[]): Check {
  return {
    title,
    run: async () => {
      const log = join(logsFolder, `${title.split(' ')[0]?.toLowerCase() ?? 'check'}.log`);
      const { code, output } = await run(process.execPath, args, {
        cwd: root,
        root,
        log,
        tolerate: true,
        what: title,
      });
      return { counts: code === 0 ? PASSED : FAILED, output: stripVTControlCharacters(output) };
    },
  };
}

/** One of Jest's projects (jest.config.mjs). */
export function jestProject(title: string, project: string, extra: string[]): Check {
  return {
    title,
    run: async (progress) => {
      const report = join(logsFolder, `jest-${project}.json`);
      await rm(report, { force: true });
      const args = ['--selectProjects', project, '--passWithNoTests', '--json', `--outputFile=${report}`, ...extra];
      let files = 0;
      const { code, output } = await run(process.execPath, [bin('jest', 'bin', 'jest.js'), ...args], {
        cwd: root,
        root,
        log: join(logsFolder, `jest-${project}.log`),
        tolerate: true,
        what: title,
        onLine: (line) => {
          if (/^(PASS|FAIL)\b/.test(stripVTControlCharacters(line).trim())) progress({ text: `${(files += 1)} files` });
        },
      });
      // With --json Jest also prints the whole report: a file has it.
      const shown = output.split('\n').filter((line) => !line.startsWith('{"numFailedTestSuites"'));
      return { counts: countsOf(read(report), code), output: stripVTControlCharacters(shown.join('\n')) };
    },
  };
}

function read(file: string): JestReport | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as JestReport;
  } catch {
    return undefined;
  }
}
