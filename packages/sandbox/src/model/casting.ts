/**
 * The database layer's habits: values are cast to the type of their field where that is possible, and what cannot be
 * cast or is missing is refused with one sentence for the whole document. The sentences are part of the API, as they
 * come back to the caller word for word.
 */
import { inspect } from 'node:util';
import { RuleError } from './errors.ts';

type Kind = 'string' | 'Number' | 'Boolean';

/** Collects what is wrong with one document, field by field, and refuses it as a whole. */
export class DocumentCheck {
  private readonly problems: string[] = [];
  private readonly model: string;

  constructor(model: string) {
    this.model = model;
  }

  text(path: string, value: unknown): string | undefined {
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'string') return value;
    if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
    this.castFailed('string', path, value);
    return undefined;
  }

  requiredText(path: string, value: unknown): string {
    const before = this.problems.length;
    const text = this.text(path, value);
    if (!text && this.problems.length === before) this.add(path, `Path \`${leaf(path)}\` is required.`);
    return text ?? '';
  }

  oneOf<Option extends string>(path: string, value: unknown, options: readonly Option[]): Option {
    const before = this.problems.length;
    const text = this.requiredText(path, value);
    if (this.problems.length === before && !options.includes(text as Option)) {
      this.add(path, `\`${text}\` is not a valid enum value for path \`${leaf(path)}\`.`);
    }
    return text as Option;
  }

  flag(path: string, value: unknown): boolean | undefined {
    if (value === undefined || value === null) return undefined;
    if ([true, 'true', 1, '1', 'yes'].includes(value as never)) return true;
    if ([false, 'false', 0, '0', 'no'].includes(value as never)) return false;
    this.castFailed('Boolean', path, value);
    return undefined;
  }

  requiredFlag(path: string, value: unknown): boolean {
    const before = this.problems.length;
    const flag = this.flag(path, value);
    if (flag === undefined && this.problems.length === before) this.add(path, `Path \`${leaf(path)}\` is required.`);
    return flag ?? false;
  }

  /** An object within the document, or nothing. */
  embedded(path: string, value: unknown): void {
    if (value === undefined || value === null || (typeof value === 'object' && !Array.isArray(value))) return;
    const shown = typeof value === 'string' ? JSON.stringify(value) : `"${inspect(value)}"`;
    const type = Array.isArray(value) ? 'Array' : typeof value;
    const failed = `Cast to Embedded failed for value ${shown} (type ${type}) at path "${leaf(path)}"`;
    this.add(path, `${failed} because of "ObjectExpectedError"`);
  }

  number(path: string, value: unknown): number | undefined {
    if (value === undefined || value === null || value === '') return undefined;
    const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
    if (typeof value === 'boolean') return value ? 1 : 0;
    if (Number.isNaN(number)) {
      this.castFailed('Number', path, value);
      return undefined;
    }
    return number;
  }

  /** Throws one sentence that names every problem, in the order of the fields. */
  finish(): void {
    if (this.problems.length > 0) throw new RuleError(`${this.model} validation failed: ${this.problems.join(', ')}`);
  }

  private add(path: string, message: string): void {
    this.problems.push(`${path}: ${message}`);
  }

  private castFailed(kind: Kind, path: string, value: unknown): void {
    const shown = typeof value === 'string' ? JSON.stringify(value) : `"${inspect(value)}"`;
    const type = value === null || typeof value !== 'object' ? typeof value : value.constructor.name;
    this.add(path, `Cast to ${kind} failed for value ${shown} (type ${type}) at path "${leaf(path)}"`);
  }
}

/** A list of texts: a lone value counts as a list of one, and everything in it becomes text. */
export function textList(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.filter((item) => item !== null && item !== undefined).map((item) => String(item));
}

function leaf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}
