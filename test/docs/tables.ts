/** Tables of the docs that are worked out from the code, each between two marks: `<!-- table: name -->` and `<!-- end -->`. */
import { EVENT_TYPES, eventRegistry } from '../../packages/core/src/index.ts';

export interface DocTable {
  readonly file: string;
  readonly name: string;
  lines(): string[];
}

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);

/** The parts of an id that are not the same for every event, by the sample's values. */
function idPattern(type: (typeof EVENT_TYPES)[number]): string {
  const { sample } = eventRegistry[type];
  const names: [unknown, string][] = [
    [sample.product.productId, '{product}'],
    ['customer' in sample && sample.customer.userId, '{customer}'],
    ['lesson' in sample && sample.lesson.lessonId, '{lesson}'],
    ['section' in sample && sample.section.sectionId, '{section}'],
    ['threshold' in sample && String(sample.threshold), '{percent}'],
    ['to' in sample && sample.to, '{status}'],
    ['days' in sample && String(sample.days), '{days}'],
    ['lastActivityAt' in sample && String(Date.parse(sample.lastActivityAt)), '{last activity}'],
  ];
  const [kind, ...parts] = sample.id.split(':');
  return [kind, ...parts.map((part) => names.find(([value]) => value === part)?.[1] ?? part)].join(':');
}

const events: DocTable = {
  file: 'docs/triggers.md',
  name: 'events',
  lines: () =>
    tableOf(
      ['event', 'when', '`id`', 'in Zapier', 'what polling cannot see'],
      EVENT_TYPES.map((type) => {
        const { label, description, needsState, blindSpot } = eventRegistry[type];
        const when = description.replace(/^Triggers when /, '');
        return [`**${label}**<br>\`${type}\``, when, `\`${idPattern(type)}\``, needsState ? 'no' : 'yes', blindSpot];
      }),
    ),
};

export const docTables: readonly DocTable[] = [events];

/** The text with the table as it is now. Throws where the marks are missing. */
export function withTable(text: string, { file, name, lines }: DocTable): string {
  const begin = `<!-- table: ${name} -->`;
  const from = text.indexOf(begin);
  const to = text.indexOf('<!-- end -->', from);
  if (from < 0 || to < 0) throw new Error(`${file} has no place for the table "${name}".`);
  return `${text.slice(0, from)}${begin}\n\n${lines().join('\n')}\n\n${text.slice(to)}`;
}
