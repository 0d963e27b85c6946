/** The page's looks, light and dark. */
export const STYLE = `
:root {
  --back: #f6f7f9; --card: #fff; --line: #e3e6eb; --text: #1c2330; --quiet: #667085; --accent: #4f46e5;
  --good: #067647; --good-back: #e7f6ee; --warn: #93570d; --warn-back: #fdf3e1; --track: #e9ebf0;
  --shadow: 0 1px 2px rgb(16 24 40 / 6%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #10141b; --card: #181e28; --line: #2a3240; --text: #e7eaf0; --quiet: #98a2b3; --accent: #a5a1ff;
    --good: #6ce0a4; --good-back: #12352a; --warn: #f5c26b; --warn-back: #3a2c12; --track: #2a3240; --shadow: none;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--back); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
header, main { max-width: 1160px; margin: 0 auto; padding: 0 24px; }
header { padding-top: 28px; }
.brand { display: flex; align-items: center; gap: 10px; }
h1 { font-size: 24px; line-height: 1.2; margin: 0; letter-spacing: -0.01em; }
h2 { font-size: 16px; margin: 0 0 12px; }
h3 { font-size: 16px; margin: 0; overflow-wrap: anywhere; }
.dot { width: 10px; height: 10px; border-radius: 50%; background: #17b26a; flex: none; }
.dot.off { background: #f04438; }
.lead { margin: 6px 0 0; color: var(--quiet); }
.facts {
  display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, auto)); gap: 12px 32px; margin: 20px 0 0;
  padding: 14px 18px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; box-shadow: var(--shadow);
}
.facts div { min-width: 0; }
dt { color: var(--quiet); font-size: 12.5px; }
dd { margin: 0; font-weight: 500; overflow-wrap: anywhere; }
code { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
main { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 3fr); gap: 28px; padding-top: 28px; padding-bottom: 48px; }
.stack { display: grid; grid-template-columns: minmax(0, 1fr); gap: 14px; align-content: start; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; box-shadow: var(--shadow); }
.product > .head { padding: 14px 18px; }
.titles { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
.quiet { color: var(--quiet); margin: 2px 0 0; font-size: 13.5px; }
.badge { font-size: 12px; line-height: 20px; padding: 0 8px; border-radius: 10px; background: var(--track); color: var(--quiet); white-space: nowrap; }
.badge.good { background: var(--good-back); color: var(--good); }
.badge.warn { background: var(--warn-back); color: var(--warn); }
details { border-top: 1px solid var(--line); }
summary { cursor: pointer; padding: 10px 18px; font-size: 14px; color: var(--quiet); border-radius: 0 0 12px 12px; }
summary:hover { color: var(--text); }
summary:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
.scroll { overflow-x: auto; padding: 0 18px 12px; }
table { width: 100%; border-collapse: collapse; font-size: 14px; }
th { text-align: left; font-weight: 500; color: var(--quiet); font-size: 12.5px; }
th, td { padding: 7px 16px 7px 0; border-top: 1px solid var(--line); vertical-align: top; white-space: nowrap; }
th { border-top: 0; }
th:last-child, td:last-child { padding-right: 0; }
td.person { white-space: normal; overflow-wrap: anywhere; min-width: 140px; }
td.person span { display: block; color: var(--quiet); font-size: 13px; }
.meter { display: inline-block; vertical-align: 1px; width: 64px; height: 6px; margin-right: 8px; border-radius: 3px; border: 0; background: var(--track); overflow: hidden; appearance: none; }
.meter::-webkit-progress-bar { background: var(--track); }
.meter::-webkit-progress-value { background: var(--accent); border-radius: 3px; }
.meter::-moz-progress-bar { background: var(--accent); }
.mail { padding: 12px 16px; }
.mail h3 { font-size: 14.5px; }
.mail .meta { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 12px; color: var(--quiet); font-size: 13px; margin: 0 0 4px; overflow-wrap: anywhere; }
.mail pre { margin: 6px 0 0; font: inherit; font-size: 13.5px; white-space: pre-wrap; overflow-wrap: anywhere; color: var(--quiet); }
.count { color: var(--quiet); font-weight: 400; }
.empty { padding: 18px; color: var(--quiet); border: 1px dashed var(--line); border-radius: 12px; margin: 0; }
@media (max-width: 860px) {
  main { grid-template-columns: minmax(0, 1fr); }
  header, main { padding-left: 16px; padding-right: 16px; }
}
@media (max-width: 560px) {
  th:last-child, td:last-child { display: none; }
}
`;
