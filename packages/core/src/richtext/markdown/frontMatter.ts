/** The settings that some Markdown files begin with, between two lines of dashes (YAML) or plus signs (TOML). */
export interface FrontMatter {
  readonly language: 'yaml' | 'toml';
  /** As it stands in the file, without the lines around it. */
  readonly text: string;
}

const FENCES = { '---': 'yaml', '+++': 'toml' } as const;
const SETTING = { yaml: /^[A-Za-z_][\w .-]*:(\s|$)/, toml: /^([A-Za-z_"'][\w."' -]*=|\[)/ } as const;
/** What else may stand between two settings: a comment, a list item, an indented line. */
const CONTINUED = /^(\s|#|- |-$|$|[\]}])/;

/**
 * Takes the front matter off. Two lines of dashes are also how Markdown writes a rule, so what is between them must look
 * like settings. Gives the lines that were taken, so that the others keep their numbers.
 */
export function takeFrontMatter(markdown: string): { frontMatter?: FrontMatter; body: string; lines: number } {
  const fence = /^(---|\+\+\+)[ \t]*\n/.exec(markdown);
  if (!fence) return { body: markdown, lines: 0 };
  const mark = fence[1] as keyof typeof FENCES;
  const language = FENCES[mark];
  const end = new RegExp(`^${mark === '---' ? '(?:---|\\.\\.\\.)' : '\\+\\+\\+'}[ \\t]*$`, 'm');
  const after = markdown.slice(fence[0].length);
  const close = end.exec(after);
  if (!close) return { body: markdown, lines: 0 };
  const text = after.slice(0, close.index).replace(/\n$/, '');
  const lines = text.split('\n');
  const first = lines.find((line) => line.trim() !== '' && !line.startsWith('#'));
  if (first === undefined || !lines.every((line) => SETTING[language].test(line) || CONTINUED.test(line)))
    return { body: markdown, lines: 0 };
  if (!SETTING[language].test(first)) return { body: markdown, lines: 0 };
  const body = after.slice(close.index + close[0].length + 1);
  return {
    frontMatter: { language, text },
    body,
    lines: markdown.slice(0, markdown.length - body.length).split('\n').length - 1,
  };
}
