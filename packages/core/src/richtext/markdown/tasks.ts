/** Task items (`- [ ]`, `- [x]`): the platform has no check boxes, so the mark becomes the first character of the text. */
import { environmentOf } from './losses.ts';
import type { CoreRule, Parser, Token } from './types.ts';

const TASK = /^\[([ xX])\](?=[ \t\n]+\S)/;

const mark: CoreRule = (state) => {
  const { tokens } = state;
  for (let index = 2; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    if (token.type !== 'inline' || !token.content.startsWith('[')) continue;
    if (tokens[index - 1]?.type !== 'paragraph_open' || tokens[index - 2]?.type !== 'list_item_open') continue;
    const box = TASK.exec(token.content)?.[1];
    if (box === undefined) continue;
    token.content = (box === ' ' ? '☐' : '☑') + token.content.slice(3);
    environmentOf(state.env).losses.push({ code: 'task_item', line: token.map?.[0] ?? 0 });
  }
};

export function gfmTasks(parser: Parser): void {
  parser.core.ruler.before('inline', 'tasks', mark);
}
