/**
 * The customers of a product as text: one stream of bits in base64, without a gap between fields or customers. Keys
 * are sorted, so the upper half of each is written as its distance from the one before (Golomb-Rice), about 17 bits
 * instead of 32 at 100,000 customers. Where every customer is kept by name, the keys are worked out from their IDs.
 */
import { BitReader, BitWriter, fromBase64, toBase64, widthOf } from './bits.ts';
import { emptyCustomers, FIELDS, type Column, type Customers, type FieldName, type Names } from './customers.ts';
import { keyOf, type Key } from './hash.ts';

export interface EncodedCustomers {
  readonly count: number;
  /** Bits that each field takes for each customer; fields that nobody has are left out. */
  readonly fields: Readonly<Partial<Record<FieldName, number>>>;
  /** How many bits of a distance between two keys are written as they are. */
  readonly step: number;
  readonly data: string;
  /** Sum over all the others, so that a damage is noticed. */
  readonly sum: number;
  /** `ID address ID address …`, in the order of the keys. */
  readonly names?: string | undefined;
  /** `data` holds no keys, since `names` holds every ID. */
  readonly unkeyed?: true | undefined;
}

/** The key of a customer, after those that another one had already. */
export function keysOf(moved: ReadonlySet<string>): (userId: string) => Key {
  return (userId) => keyOf(userId, moved.has(userId) ? 1 : 0);
}

export function encodeCustomers(customers: Customers): EncodedCustomers {
  const { count, high, low, names } = customers;
  const fields = widths(customers);
  // The mean distance, a little less: what is left over is written one bit each.
  const step = Math.max(0, widthOf(Math.floor((2 ** 32 - 1) / Math.max(1, count))) - 1);
  const bits = new BitWriter();
  const used = FIELDS.filter((name) => fields[name]);
  // An ID may be unknown while names have only just begun to be kept.
  const unkeyed = names !== null && !names.userIds.includes('');
  let before = 0;
  for (let index = 0; index < count; index++) {
    if (!unkeyed) {
      const distance = (high[index] as number) - before;
      before = high[index] as number;
      bits.writeUnary(Math.floor(distance / 2 ** step));
      bits.write(distance, step);
      bits.write(low[index] as number, 32);
    }
    for (const name of used) writeWords(bits, customers.columns[name], index, fields[name] as number);
  }
  const bytes = bits.toBytes();
  const encoded = {
    count,
    fields,
    step,
    data: toBase64(bytes),
    ...(names && { names: encodeNames(names) }),
    ...(unkeyed && { unkeyed }),
  };
  return { ...encoded, sum: checksum(bytes, encoded) };
}

/** Throws where the text is not what was written. */
export function decodeCustomers(encoded: EncodedCustomers, moved: ReadonlySet<string>): Customers {
  const { count, fields, step } = encoded;
  const bytes = fromBase64(encoded.data);
  if (checksum(bytes, encoded) !== encoded.sum) throw new RangeError('The sum is wrong.');
  // Where customers have no field at all there is nothing to count them by.
  if (count > bytes.length * 8 + (encoded.names?.length ?? 0)) throw new RangeError('There are too many customers.');
  const named = encoded.names !== undefined;
  const words = FIELDS.map((name) => [name, Math.ceil((fields[name] ?? 0) / 32)] as const);
  const customers = emptyCustomers(count, { fields: Object.fromEntries(words), named });
  const names = named ? decodeNames(encoded.names as string, count) : null;
  const key = keysOf(moved);
  const used = FIELDS.filter((name) => fields[name]);
  const bits = new BitReader(bytes);
  let before = 0;
  for (let index = 0; index < count; index++) {
    if (encoded.unkeyed && names) {
      const { high, low } = key(names.userIds[index] as string);
      customers.high[index] = high;
      customers.low[index] = low;
    } else {
      before += bits.readUnary() * 2 ** step + bits.read(step);
      customers.high[index] = before;
      customers.low[index] = bits.read(32);
    }
    for (const name of used) readWords(bits, customers.columns[name], index, fields[name] as number);
  }
  return names ? { ...customers, names } : customers;
}

/** True where the text is what was written. Far quicker than reading it. */
export function isWhole(encoded: EncodedCustomers): boolean {
  return checksum(fromBase64(encoded.data), encoded) === encoded.sum;
}

/** As few bits as the largest value of each field takes. */
function widths({ columns, count }: Customers): Partial<Record<FieldName, number>> {
  const fields: Partial<Record<FieldName, number>> = {};
  for (const name of FIELDS) {
    const { words, data } = columns[name];
    const all = new Uint32Array(words);
    for (let index = 0; index < count * words; index++) {
      const word = index % words;
      all[word] = (all[word] as number) | (data[index] as number);
    }
    const last = all.findLastIndex((word) => word !== 0);
    if (last >= 0) fields[name] = last * 32 + widthOf(all[last] as number);
  }
  return fields;
}

function writeWords(bits: BitWriter, { words, data }: Column, index: number, width: number): void {
  for (let word = 0, left = width; left > 0; word++, left -= 32)
    bits.write(data[index * words + word] as number, Math.min(left, 32));
}

function readWords(bits: BitReader, { words, data }: Column, index: number, width: number): void {
  for (let word = 0, left = width; left > 0; word++, left -= 32)
    data[index * words + word] = bits.read(Math.min(left, 32));
}

const escaped = (text: string) => text.replace(/[\s%]/g, (one) => encodeURIComponent(one));
const unescaped = (text: string) => (text.includes('%') ? decodeURIComponent(text) : text);

function encodeNames({ userIds, emails }: Names): string {
  return userIds.map((userId, index) => `${escaped(userId)} ${escaped(emails[index] as string)}`).join(' ');
}

function decodeNames(text: string, count: number): Names {
  const parts = count === 0 ? [] : text.split(' ');
  if (parts.length !== count * 2) throw new RangeError('There are not as many names as customers.');
  const userIds = new Array<string>(count);
  const emails = new Array<string>(count);
  for (let index = 0; index < count; index++) {
    userIds[index] = unescaped(parts[index * 2] as string);
    emails[index] = unescaped(parts[index * 2 + 1] as string);
  }
  return { userIds, emails };
}

/** FNV-1a over the bytes of `data`, and a key over the rest. */
function checksum(
  bytes: Uint8Array,
  { count, fields, step, unkeyed, names = '' }: Omit<EncodedCustomers, 'data' | 'sum'>,
): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < bytes.length; at++) sum = Math.imul(sum ^ (bytes[at] as number), 0x01000193);
  const widths = FIELDS.map((name) => fields[name] ?? 0);
  return (sum ^ keyOf([count, step, unkeyed === true, ...widths, names].join(' ')).high) >>> 0;
}
