/** Task items (`- [ ]`, `- [x]`): the platform has no check boxes, so the mark becomes the first character of the text. */
import { environmentOf } from './losses.ts';
import type { CoreRule, Parser } from './types.ts';

const TASK = /^\[([ xX])\](?=[ \t\n]+\S)/;

const mark: CoreRule = (state) => {
  state.tokens.forEach((token, index) => {
    if (token.type !== 'inline' || state.tokens[index - 2]?.type !== 'list_item_open') return;
    if (state.tokens[index - 1]?.type !== 'paragraph_open') return;
    const box = TASK.exec(token.content)?.[1];
    if (box === undefined) return;
    token.content = (box === ' ' ? '☐' : '☑') + token.content.slice(3);
    environmentOf(state.env).losses.push({ code: 'task_item', line: token.map?.[0] ?? 0 });
  });
};

export function gfmTasks(parser: Parser): void {
  parser.core.ruler.before('inline', 'tasks', mark);
}
