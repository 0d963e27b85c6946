import type { Environment } from './losses.ts';
import type { Parser } from './types.ts';

/** Markdown as HTML, and the line of the Markdown (from 1) that a place in the HTML came from; asked for in order. */
export function render(
  parser: Parser,
  markdown: string,
  environment: Environment,
): { html: string; lineAt: (index: number) => number } {
  const env = environment as unknown as Parameters<Parser['parse']>[1];
  const tokens = parser.parse(markdown, env);
  const { renderer, options } = parser;
  const starts: number[] = [];
  const lines: number[] = [];
  let html = '';
  for (const [index, token] of tokens.entries()) {
    if (token.map && token.nesting !== -1) {
      starts.push(html.length);
      lines.push(token.map[0] + 1);
    }
    const rule = renderer.rules[token.type];
    if (token.type === 'inline') html += renderer.renderInline(token.children ?? [], options, env);
    else if (rule) html += rule(tokens, index, options, env, renderer);
    else html += renderer.renderToken(tokens, index, options);
  }
  let next = 0;
  const lineAt = (place: number): number => {
    while (next < starts.length && (starts[next] as number) <= place) next++;
    return lines[next - 1] ?? 1;
  };
  return { html, lineAt };
}
