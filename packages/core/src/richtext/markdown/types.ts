/** markdown-it's types, by the names that its rules use. */
import type MarkdownIt from 'markdown-it';

export type Parser = InstanceType<typeof MarkdownIt>;
export type Token = ReturnType<Parser['parse']>[number];
export type BlockRule = Parameters<Parser['block']['ruler']['push']>[1];
export type InlineRule = Parameters<Parser['inline']['ruler']['push']>[1];
export type CoreRule = Parameters<Parser['core']['ruler']['push']>[1];

/** A block rule of the parser, to be put into another one. markdown-it keeps its rules to itself. */
export function ruleOf(parser: Parser, name: string): BlockRule {
  const { __rules__: rules } = parser.block.ruler as unknown as { __rules__: { name: string; fn: BlockRule }[] };
  const rule = rules.find((one) => one.name === name);
  if (!rule) throw new Error(`markdown-it has no rule "${name}".`);
  return rule.fn;
}
