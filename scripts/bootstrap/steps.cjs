'use strict';
/**
 * Shows what is being done: a line with a spinner, a bar and the elapsed time on a terminal, plain lines otherwise.
 * CommonJS, as the bootstrap and the TypeScript programs both load it.
 */
const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const BAR = 24;
/** On plain output, long work says this often that it goes on. */
const WORD_EVERY_MS = 30_000;

function formatElapsed(ms) {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

function formatProgress({ done, total, text } = {}) {
  const parts = [];
  if (total) {
    const filled = Math.min(BAR, Math.round((done / total) * BAR));
    parts.push(`${'█'.repeat(filled)}${'░'.repeat(BAR - filled)} ${done} of ${total}`);
  }
  if (text) parts.push(text);
  return parts.join(' ');
}

function createSteps(options = {}) {
  const { stream = process.stdout, env = process.env } = options;
  const terminal = options.terminal ?? (Boolean(stream.isTTY) && !env.CI && env.TERM !== 'dumb');
  const color = terminal && !env.NO_COLOR;
  const paint = (code, text) => (color ? `\u001B[${code}m${text}\u001B[0m` : text);
  const line = (text) => stream.write(`${text}\n`);

  async function step(title, work) {
    const started = Date.now();
    let state = {};
    let frame = 0;
    const draw = () => {
      frame = (frame + 1) % FRAMES.length;
      const elapsed = formatElapsed(Date.now() - started);
      const text = [title, formatProgress(state), elapsed].filter(Boolean).join('  ');
      // Cut to the width: a line that wraps cannot be drawn over.
      stream.write(`\r\u001B[2K${paint(36, FRAMES[frame])} ${text.slice(0, Math.max(20, (stream.columns ?? 80) - 3))}`);
    };
    const word = () =>
      line(
        `  ... ${[title, state.total ? `${state.done} of ${state.total}` : '', state.text ?? '', formatElapsed(Date.now() - started)].filter(Boolean).join(', ')}`,
      );
    if (terminal) draw();
    else line(`> ${title}`);
    const timer = setInterval(terminal ? draw : word, terminal ? 100 : WORD_EVERY_MS);
    const end = (mark, code, detail) => {
      clearInterval(timer);
      if (terminal) stream.write('\r\u001B[2K');
      line(`${paint(code, mark)} ${title}${detail ? `: ${detail}` : ''} (${formatElapsed(Date.now() - started)})`);
    };
    try {
      const result = await work((progress) => (state = { ...state, ...progress }));
      end(terminal ? '✔' : '+', 32, typeof result === 'string' ? result : '');
      return result;
    } catch (error) {
      end(terminal ? '✖' : 'x', 31, 'failed');
      throw error;
    }
  }

  return { step, line, terminal, paint };
}

module.exports = { createSteps, formatElapsed, formatProgress };
