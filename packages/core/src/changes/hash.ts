/**
 * A customer's key in a snapshot: 64 bits of hash in place of an ID of 21 characters.
 *
 * Two IDs of one product could share a key. Between 100,000 customers there is such a pair with a probability of
 * 3·10⁻¹⁰, between 1,000,000 with 3·10⁻⁸. Where one read shows both it is seen, and one of them gets another key
 * (see `facts.ts`). What remains is a new customer with the key of one who has left, or who is in another part of a
 * roster that is read in parts: 5·10⁻¹⁵ for each who joins a roster of 100,000.
 */
export interface Key {
  /** 32 bits each, unsigned. */
  readonly high: number;
  readonly low: number;
}
export type KeyOf = (userId: string, salt?: number) => Key;

const rotate = (value: number, by: number) => (value << by) | (value >>> (32 - by));

/** The last step of MurmurHash3: every bit of the state reaches every bit of the result. */
function finish(state: number): number {
  let mixed = state;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/**
 * Two lanes of MurmurHash3 (32 bits, public domain) with constants of their own, side by side over the text's UTF-16
 * units, two at a time. Not for secrets: it only has to spread IDs that a server dealt out.
 */
export const keyOf: KeyOf = (userId, salt = 0) => {
  let high = 0x9747b28c ^ salt;
  let low = 0x3c6ef372 ^ Math.imul(salt, 0x9e3779b1);
  for (let at = 0; at < userId.length; at += 2) {
    const block = userId.charCodeAt(at) | ((at + 1 < userId.length ? userId.charCodeAt(at + 1) : 0) << 16);
    high = rotate(high ^ Math.imul(rotate(Math.imul(block, 0xcc9e2d51), 15), 0x1b873593), 13);
    high = (Math.imul(high, 5) + 0xe6546b64) | 0;
    low = rotate(low ^ Math.imul(rotate(Math.imul(block, 0x239b961b), 16), 0xab0e9789), 17);
    low = (Math.imul(low, 5) + 0x561ccd1b) | 0;
  }
  return { high: finish(high ^ userId.length), low: finish(low ^ userId.length) };
};

/** 16 bits that change when a text does, never 0: enough to notice that a customer was active again. */
export function tagOf(text: string): number {
  return keyOf(text).high & 0xffff || 1;
}
