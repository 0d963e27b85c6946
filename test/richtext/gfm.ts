/** Our own fixtures for GFM's extensions, rule by rule: what Markdown becomes, in the short form of an outline. */
export interface Fixture {
  readonly rule: string;
  readonly markdown: string;
  readonly outline: string;
}

const table = (...rows: string[][]): string =>
  [
    'table',
    ...rows.flatMap((cells, index) => [
      '  tableRow',
      ...cells.flatMap((cell) => [`    ${index === 0 ? 'tableHeader' : 'tableCell'}`, `      paragraph | ${cell}`]),
    ]),
  ].join('\n');
const p = (text: string) => `paragraph | ${text}`;
const list = (...items: string[]) =>
  ['bulletList', ...items.flatMap((item) => ['  listItem', `    ${p(item)}`])].join('\n');

export const GFM: readonly Fixture[] = [
  {
    rule: 'table: header, delimiter, rows',
    markdown: '| foo | bar |\n| --- | --- |\n| baz | bim |',
    outline: table(['foo', 'bar'], ['baz', 'bim']),
  },
  {
    rule: 'table: cells need no outer pipes or equal widths',
    markdown: 'abc | defghi\n:-: | -----------:\nbar | baz',
    outline: table(['abc', 'defghi'], ['bar', 'baz']),
  },
  {
    rule: 'table: a pipe in a cell is escaped, in code too',
    markdown: '| f\\|oo |\n| --- |\n| b `\\|` az |\n| b **\\|** im |',
    outline: table(['f|oo'], ['b <code>|</> az'], ['b <bold>|</> im']),
  },
  {
    rule: 'table: ends at another block',
    markdown: '| abc |\n| --- |\n| bar |\n> bar',
    outline: `${table(['abc'], ['bar'])}\nblockquote\n  ${p('bar')}`,
  },
  {
    rule: 'table: ends at a blank line',
    markdown: '| abc |\n| --- |\n| bar |\n\nbar',
    outline: `${table(['abc'], ['bar'])}\n${p('bar')}`,
  },
  {
    rule: 'table: header and delimiter must have as many cells',
    markdown: '| abc | def |\n| --- |\n| bar |',
    outline: p('| abc | def | | --- | | bar |'),
  },
  {
    rule: 'table: too few cells are filled up, too many left out',
    markdown: '| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |',
    outline: table(['abc', 'def'], ['bar', ''], ['bar', 'baz']),
  },
  { rule: 'table: a header alone', markdown: '| abc | def |\n| --- | --- |', outline: table(['abc', 'def']) },
  {
    rule: 'table: text is read as Markdown',
    markdown: '| *a* | [b](c) |\n|-|-|\n| ~~d~~ | `e` |',
    outline: table(['<italic>a</>', '<link>b</>'], ['<strike>d</>', '<code>e</>']),
  },
  { rule: 'strike: two tildes', markdown: '~~Hi~~ Hello', outline: p('<strike>Hi</> Hello') },
  { rule: 'strike: one tilde', markdown: '~there~ world?', outline: p('<strike>there</> world?') },
  {
    rule: 'strike: not over paragraphs',
    markdown: 'This ~~has a\n\nnew paragraph~~.',
    outline: `${p('This ~~has a')}\n${p('new paragraph~~.')}`,
  },
  {
    rule: 'strike: three tildes are text',
    markdown: 'This will ~~~not~~~ strike.',
    outline: p('This will ~~~not~~~ strike.'),
  },
  { rule: 'strike: both sides are of one length', markdown: 'a ~b~~ c', outline: p('a ~b~~ c') },
  { rule: 'strike: with other marks', markdown: '~~**a** b~~', outline: p('<bold+strike>a</><strike> b</>') },
  {
    rule: 'task: open and done',
    markdown: '- [ ] foo\n- [x] bar\n- [X] baz',
    outline: list('☐ foo', '☑ bar', '☑ baz'),
  },
  {
    rule: 'task: nested',
    markdown: '- [x] foo\n  - [ ] bar',
    outline: 'bulletList\n  listItem\n    paragraph | ☑ foo\n    bulletList\n      listItem\n        paragraph | ☐ bar',
  },
  {
    rule: 'task: only with white space and text after it',
    markdown: '- [ ]\n- [x]a\n- [y] b',
    outline: list('[ ]', '[x]a', '[y] b'),
  },
  {
    rule: 'task: only at the start of an item',
    markdown: '[ ] a\n\n- b [x] c',
    outline: `${p('[ ] a')}\n${list('b [x] c')}`,
  },
  { rule: 'task: in a numbered list', markdown: '1. [x] a', outline: 'orderedList 1\n  listItem\n    paragraph | ☑ a' },
  { rule: 'autolink: www.', markdown: 'www.commonmark.org', outline: p('<link>www.commonmark.org</>') },
  {
    rule: 'autolink: in a sentence',
    markdown: 'Visit www.commonmark.org/help for more information.',
    outline: p('Visit <link>www.commonmark.org/help</> for more information.'),
  },
  {
    rule: 'autolink: without the stop at the end',
    markdown: 'Visit www.commonmark.org.\n\nVisit www.commonmark.org/a.b.',
    outline: `${p('Visit <link>www.commonmark.org</>.')}\n${p('Visit <link>www.commonmark.org/a.b</>.')}`,
  },
  {
    rule: 'autolink: parentheses that pair',
    markdown: 'www.google.com/search?q=Markup+(business)\n\n(www.google.com/search?q=Markup+(business))',
    outline: `${p('<link>www.google.com/search?q=Markup+(business)</>')}\n${p('(<link>www.google.com/search?q=Markup+(business)</>)')}`,
  },
  {
    rule: 'autolink: what looks like an entity at the end',
    markdown: 'www.google.com/search?q=commonmark&hl=en\n\nwww.google.com/search?q=commonmark&hl;',
    outline: `${p('<link>www.google.com/search?q=commonmark&hl=en</>')}\n${p('<link>www.google.com/search?q=commonmark</>&hl;')}`,
  },
  {
    rule: 'autolink: ends at <',
    markdown: 'www.commonmark.org/he<lp',
    outline: p('<link>www.commonmark.org/he</><lp'),
  },
  {
    rule: 'autolink: http and https',
    markdown: 'http://commonmark.org\n\n(Visit https://encrypted.google.com/search?q=Markup+(business))',
    outline: `${p('<link>http://commonmark.org</>')}\n${p('(Visit <link>https://encrypted.google.com/search?q=Markup+(business)</>)')}`,
  },
  {
    rule: 'autolink: marks in it are characters',
    markdown: 'https://a.example/b_c_*d*',
    outline: p('<link>https://a.example/b_c_*d</>*'),
  },
  {
    rule: 'autolink: no underscore in the last two parts of the domain',
    markdown: 'www.xxx.yyy._zzz and www.a_b.c.d',
    outline: p('www.xxx.yyy._zzz and <link>www.a_b.c.d</>'),
  },
  { rule: 'autolink: e-mail', markdown: 'foo@bar.baz', outline: p('<link>foo@bar.baz</>') },
  {
    rule: 'autolink: plus, stop, hyphen and underscore in an e-mail address',
    markdown: "hello@mail+xyz.example isn't valid, but hello+xyz@mail.example is.",
    outline: p("hello@mail+xyz.example isn't valid, but <link>hello+xyz@mail.example</> is."),
  },
  {
    rule: 'autolink: how an e-mail address ends',
    markdown: 'a.b-c_d@a.b\n\na.b-c_d@a.b.\n\na.b-c_d@a.b-\n\na.b-c_d@a.b_',
    outline: [p('<link>a.b-c_d@a.b</>'), p('<link>a.b-c_d@a.b</>.'), p('a.b-c_d@a.b-'), p('a.b-c_d@a.b_')].join('\n'),
  },
  {
    rule: 'autolink: not in the middle of a word',
    markdown: 'xhttp://a.example awww.b.example',
    outline: p('xhttp://a.example awww.b.example'),
  },
  {
    rule: 'autolink: not in code or in a link',
    markdown: '`www.a.example` [www.b.example](c)',
    outline: p('<code>www.a.example</> <link>www.b.example</>'),
  },
  {
    rule: 'tag filter: starts of raw elements are text',
    markdown: '<strong> <title> <style> <em>',
    outline: p('<bold><title> <style></>'),
  },
  {
    rule: 'tag filter: in an HTML block',
    markdown: '<blockquote>\n  <xmp> is disallowed.  <XMP> is also disallowed.\n</blockquote>',
    outline: `blockquote\n  ${p('<xmp> is disallowed. <XMP> is also disallowed.')}`,
  },
  {
    rule: 'tag filter: a script goes with what it holds',
    markdown: 'a <script>alert(1)</script> b',
    outline: p('a b'),
  },
  {
    rule: 'tag filter: an iframe as a block',
    markdown: '<iframe src="https://x.example">in</iframe>\n\nb',
    outline: p('b'),
  },
];
