/** What the Markdown rules find that its tokens no longer show. Collected in the parser's environment. */
import type { WarningCode } from '../warnings.ts';
import type { Parser } from './types.ts';

type MarkdownItEnvironment = Parameters<Parser['parse']>[1];

export interface Loss {
  readonly code: WarningCode;
  /** From 0. */
  readonly line: number;
  readonly detail?: string;
}

/** markdown-it hands one object to all of its rules: this is what the rules here keep in it. */
export interface Environment {
  readonly losses: Loss[];
  footnotes?: { refs?: Record<string, number>; list?: { label: string; count: number }[] };
}

export const newEnvironment = (): Environment => ({ losses: [] });

/** The environment as markdown-it takes it. */
export const handOn = (environment: Environment): MarkdownItEnvironment =>
  environment as unknown as MarkdownItEnvironment;

/** What markdown-it handed on, which it knows nothing of. */
export const environmentOf = (env: unknown): Environment => env as Environment;
