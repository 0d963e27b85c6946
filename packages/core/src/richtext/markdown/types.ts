/** markdown-it's types, by the names that its rules use. */
import type MarkdownIt from 'markdown-it';

export type Parser = InstanceType<typeof MarkdownIt>;
export type Token = ReturnType<Parser['parse']>[number];
export type BlockRule = Parameters<Parser['block']['ruler']['push']>[1];
export type InlineRule = Parameters<Parser['inline']['ruler']['push']>[1];
export type CoreRule = Parameters<Parser['core']['ruler']['push']>[1];

/** A block rule of the parser, to be put into another one. */
export const ruleOf = (parser: Parser, name: string): BlockRule => find<BlockRule>(parser.block.ruler, name);
/** A rule for the text of a paragraph. */
export const inlineRuleOf = (parser: Parser, name: string): InlineRule => find<InlineRule>(parser.inline.ruler, name);

/** A step of the whole, of which the rules for blocks and for text are two. */
export const coreRuleOf = (parser: Parser, name: string): CoreRule => find<CoreRule>(parser.core.ruler, name);

/** markdown-it keeps its rules to itself. */
function find<Rule>(ruler: object, name: string): Rule {
  const { __rules__: rules } = ruler as { __rules__: { name: string; fn: Rule }[] };
  const rule = rules.find((one) => one.name === name);
  if (!rule) throw new Error(`markdown-it has no rule "${name}".`);
  return rule.fn;
}
