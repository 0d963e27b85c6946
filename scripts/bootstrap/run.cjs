'use strict';
/** Runs a program with its output in a log file. CommonJS, as the bootstrap and the TypeScript programs both load it. */
const { spawn } = require('node:child_process');
const { createWriteStream, mkdirSync } = require('node:fs');
const { dirname, relative } = require('node:path');
const { failureOf } = require('./failure.cjs');

const KEEP = 200_000;
const running = new Set();

/** What is still running when this process ends goes with it. */
function stopAll() {
  for (const child of running) {
    try {
      if (process.platform === 'win32') child.kill();
      else process.kill(-child.pid, 'SIGTERM');
    } catch {
      // Gone already.
    }
  }
}
process.once('exit', stopAll);

function run(command, args, options) {
  const {
    cwd,
    env = process.env,
    log,
    root = cwd,
    shell = false,
    what,
    onLine,
    timeoutMs,
    ifMissing,
    tolerate = false,
  } = options;
  if (log) mkdirSync(dirname(log), { recursive: true });
  return new Promise((resolve, reject) => {
    // A group of its own: package managers start children, and a stop has to reach them.
    const child = spawn(command, args, {
      cwd,
      env,
      shell,
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    const file = log ? createWriteStream(log, { flags: 'w' }) : undefined;
    // A log on a full disk is one more thing that cannot be written, not another error.
    file?.on('error', () => undefined);
    let output = '';
    let line = '';
    let timedOut = false;
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => ((timedOut = true), kill(child)), timeoutMs);
    const take = (chunk) => {
      const text = chunk.toString();
      file?.write(text);
      output = (output + text).slice(-KEEP);
      if (!onLine) return;
      const lines = (line + text).split('\n');
      line = lines.pop() ?? '';
      for (const one of lines) onLine(one);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    const end = (code) => {
      clearTimeout(timer);
      running.delete(child);
      // Whoever is told the log's name may read it at once. A log that cannot be written holds nothing up.
      if (!file || file.destroyed) return settle(code);
      file.once('close', () => settle(code));
      file.end();
    };
    const settle = (code) => {
      if (code === 0 || tolerate) return resolve({ code, output, timedOut });
      const reason = timedOut ? 'out of time' : `exit code ${code}`;
      reject(failureOf({ what, output, reason, ifMissing, ...(log && { log: relative(root, log) }) }));
    };
    child.once('error', (error) => {
      output += `${error.message}\n`;
      end(-1);
    });
    child.once('close', (code, signal) => end(code ?? (signal ? 128 : 1)));
  });
}

function kill(child) {
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}

module.exports = { run, stopAll };
