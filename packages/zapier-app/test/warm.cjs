/**
 * The built app of the folder that this is started in, in a process that stays: Zapier, too, hands one event after the
 * other to a process that it has. Talks to the one who started it by messages.
 */
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { handler } = require(join(process.cwd(), 'zapierwrapper.js'));

/** In kB, as Linux counts it; elsewhere it is not known. */
function memory() {
  if (!existsSync('/proc/self/status')) return { peak: NaN, now: NaN };
  const status = readFileSync('/proc/self/status', 'utf8');
  const value = (name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)[1]);
  return { peak: value('VmHWM'), now: value('VmRSS') };
}

async function answer({ event, measure }) {
  try {
    const { results } = await handler(event);
    if (!measure) return { results };
    // What goes to Zapier is text.
    return { count: results.length, bytes: Buffer.byteLength(JSON.stringify(results)) };
  } catch (error) {
    return { failure: { name: error.name, message: error.message } };
  }
}

process.on('message', async (task) => {
  const answered = task.event ? await answer(task) : {};
  process.send({ number: task.number, ...answered, memory: memory() });
  // Back to what is held now.
  if (task.forgetPeak && existsSync('/proc/self/clear_refs')) writeFileSync('/proc/self/clear_refs', '5');
});
process.on('disconnect', () => process.exit());
