/** A text as lessons are: prose with marks and links, headings, lists, code, quotes, tables and images, the same each time. */
const WORDS =
  'the course shows how a program owns its memory and what the compiler checks before it runs so that no value is used after it was freed'.split(
    ' ',
  );

export function mixedMarkdown(bytes: number): string {
  let seed = 7;
  const random = (most: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  const word = () => WORDS[random(WORDS.length)] as string;
  const words = (count: number) => Array.from({ length: count }, word).join(' ');
  const spans = [
    () => words(8),
    () => `**${words(2)}**`,
    () => `*${words(2)}*`,
    () => `\`${word()}()\``,
    () => `[${words(2)}](https://example.com/${word()}?q=${word()})`,
    () => `~~${word()}~~`,
    () => words(12),
  ];
  const line = (count: number) =>
    Array.from({ length: count }, () => (spans[random(spans.length)] as () => string)()).join(' ');
  const blocks = [
    () => `## ${words(4)}`,
    () => `### ${words(3)}`,
    () => `${line(6)}.\n${line(6)}.`,
    () => `${line(10)}.`,
    () => Array.from({ length: 5 }, () => `- ${line(2)}`).join('\n'),
    () => Array.from({ length: 4 }, (_, index) => `${index + 1}. ${line(2)}\n   - ${words(4)}`).join('\n'),
    () => `\`\`\`rust\nfn main() {\n    println!("${words(3)}");\n}\n\`\`\``,
    () => `> ${line(4)}\n> ${line(3)}`,
    () => `| ${word()} | ${word()} |\n| --- | --- |\n${`| ${words(3)} | **${word()}** |\n`.repeat(4)}`,
    () => `![${words(3)}](https://example.com/${word()}.png)`,
    () => '---',
  ];
  let text = '';
  while (text.length < bytes) text += `${(blocks[random(blocks.length)] as () => string)()}\n\n`;
  return text;
}
