/** Recorded exchanges with a real server, as they are kept in a file: one JSON object a line. */
import { readFileSync } from 'node:fs';

export interface Exchange {
  name: string;
  request: {
    method: string;
    path: string;
    headers: Record<string, string>;
    /** JSON, or text that went out as it stands, or nothing. */
    body: unknown;
  };
  response: { status: number; body: unknown };
}

export function readExchanges(file: string): Exchange[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Exchange);
}

/** A public id, as the service makes them. Short made-up ids of a recording (`nope`) are none. */
export function isPublicId(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{21}$/.test(value);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every object in a JSON value, itself included, outermost first. */
export function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (Array.isArray(value)) for (const item of value) yield* objectsIn(item);
  else if (isRecord(value)) {
    yield value;
    for (const item of Object.values(value)) yield* objectsIn(item);
  }
}

/** A list that was cut in the recording ends with `{_omitted: "188 more rows"}`. */
export function omittedRows(item: unknown): number | undefined {
  if (!isRecord(item) || typeof item['_omitted'] !== 'string') return undefined;
  return Number.parseInt(item['_omitted'], 10);
}
