/** The rules of sections and of their drips. */
import { DocumentCheck } from './casting.ts';
import { messages, refuse } from './errors.ts';
import { touch } from './products.ts';
import type { School } from './school.ts';
import type { Drip, Product, Section } from './types.ts';

const RANK_GAP = 1000;
const MILLIS_A_DAY = 86_400_000;
export const DRIP_TYPES: readonly string[] = ['relative-date', 'exact-date'];

export function newSection(school: School, name: string, rank: number): Section {
  return { sectionId: school.ids.publicId(), name, rank, collapsed: true, lessonsOrder: [] };
}

export function createSection(school: School, productId: string, name: unknown): Section {
  const product = school.product(productId);
  if (product.type === 'download' && product.sections.length === 1) refuse(messages.downloadSections);
  if (product.sections.some((section) => section.name === name)) refuse(messages.sectionNameTaken);
  const check = new DocumentCheck('Course');
  const text = check.requiredText(`groups.${product.sections.length}.name`, name);
  check.finish();
  const highest = product.sections.reduce((rank, section) => Math.max(rank, section.rank), 0);
  const section = newSection(school, text, highest + RANK_GAP);
  product.sections.push(section);
  touch(school, product);
  return section;
}

/** The changed section, or `undefined` where the product has no such section. */
export function updateSection(
  school: School,
  productId: string,
  sectionId: string,
  changes: Readonly<Record<string, unknown>>,
): Section | undefined {
  const product = school.product(productId);
  const section = product.sections.find((candidate) => candidate.sectionId === sectionId);
  const { name } = changes;
  const nameTaken = product.sections.some((other) => other.name === name && other.sectionId !== sectionId);
  if (name && nameTaken) refuse(messages.sectionNameTaken);
  const drip = changes['drip'] as Readonly<Record<string, unknown>> | undefined;
  const nextDrip = drip ? mergeDrip(section?.drip, drip) : undefined;
  if (!section) return undefined;
  if (name) section.name = String(name);
  if (nextDrip) section.drip = nextDrip;
  touch(school, product);
  return section;
}

/** `delayInMillis` comes in days and is kept in milliseconds. Changing the type resets what the other type needs. */
function mergeDrip(existing: Drip | undefined, change: Readonly<Record<string, unknown>>): Drip {
  const { type, status, delayInMillis, dateInUTC } = change;
  const effectiveType = (type as string | undefined) || existing?.type;
  const merged: Drip = { ...existing };
  if (!effectiveType && Object.keys(change).some((key) => key !== 'type')) refuse(messages.invalidInput);
  if (typeof status === 'boolean') merged.status = status;
  if (type) merged.type = type as string;
  if (type === 'relative-date') {
    if (typeof delayInMillis !== 'number') refuse('Relative-date drip requires a numeric delayInMillis');
    merged.delayInMillis = delayInMillis * MILLIS_A_DAY;
    merged.dateInUTC = null;
  } else if (type === 'exact-date') {
    if (typeof dateInUTC !== 'number') refuse('Exact-date drip requires a numeric dateInUTC');
    merged.delayInMillis = null;
    merged.dateInUTC = dateInUTC;
  } else {
    if (typeof delayInMillis === 'number') merged.delayInMillis = delayInMillis * MILLIS_A_DAY;
    if (typeof dateInUTC === 'number') merged.dateInUTC = dateInUTC;
  }
  return merged;
}

/** Deleting a section that is not there is no error. */
export function deleteSection(school: School, productId: string, sectionId: string): void {
  const product = school.product(productId);
  const index = product.sections.findIndex((section) => section.sectionId === sectionId);
  if (index === -1) return;
  if (product.type === 'download' && product.sections.length === 1) refuse(messages.downloadLastSection);
  for (const lessonId of product.lessons) {
    if (school.lessons.get(lessonId)?.groupId === sectionId) refuse(messages.sectionNotEmpty);
  }
  product.sections.splice(index, 1);
  touch(school, product);
}

export function reorderSections(school: School, productId: string, sectionIds: readonly unknown[]): Product {
  const product = school.product(productId);
  const byId = new Map(product.sections.map((section) => [section.sectionId, section]));
  const complete = sectionIds.length === byId.size && new Set(sectionIds).size === sectionIds.length;
  const ordered = sectionIds.map((id) => byId.get(id as string));
  if (!complete || ordered.includes(undefined)) refuse(messages.invalidInput);
  product.sections = ordered as Section[];
  product.sections.forEach((section, index) => {
    section.rank = (index + 1) * RANK_GAP;
  });
  settleDrips(school, product);
  touch(school, product);
  return product;
}

/** Rewriting all sections gives each drip a database id that stays, and puts its fields in the schema's order. */
export function settleDrips(school: School, product: Product): void {
  for (const section of product.sections) {
    if (!section.drip) continue;
    const { type, status = false, delayInMillis, dateInUTC, _id } = section.drip;
    section.drip = {
      ...(type === undefined ? {} : { type }),
      status,
      ...(delayInMillis === undefined ? {} : { delayInMillis }),
      ...(dateInUTC === undefined ? {} : { dateInUTC }),
      _id: _id ?? school.ids.objectId(school.clock()),
    };
  }
}

/** Sections by rank, as learners meet them. */
export function rankedSections(product: Product): Section[] {
  return [...product.sections].sort((a, b) => a.rank - b.rank);
}
