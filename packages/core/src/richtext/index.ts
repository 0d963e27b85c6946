/** Rich text: documents that the platform's editor takes, from and to Markdown, HTML, plain text and JSON. */
export type * from './document.ts';
export * as build from './builders.ts';
export { fromHtml } from './fromHtml.ts';
export { fromJson } from './fromJson.ts';
export { fromMarkdown, type MarkdownConversion } from './fromMarkdown.ts';
export type { FrontMatter } from './markdown/frontMatter.ts';
export { fromText } from './fromText.ts';
export { repair } from './repair.ts';
export { toHtml } from './toHtml.ts';
export { toMarkdown } from './toMarkdown.ts';
export { toText } from './toText.ts';
export { isValid, validate, type Problem } from './validate.ts';
export { WARNING_CODES, type Conversion, type RichTextWarning, type WarningCode } from './warnings.ts';
