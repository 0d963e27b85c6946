'use strict';
/** What goes wrong while things are installed, in plain words. CommonJS, as the bootstrap, the TypeScript programs and their tests all load it. */

/** An error that is complete as it stands: what happened, and what to do. Shown without a stack. */
class PlainError extends Error {
  constructor(message, advice, details = '') {
    super(message);
    this.name = 'PlainError';
    this.advice = advice;
    this.details = details;
  }
}

const LINES_SHOWN = 25;

/** In order: the first that fits is the cause, the ones after it are often its consequences. */
const CAUSES = [
  {
    pattern: /ENOSPC|no space left on device/i,
    problem: () => 'The disk is full.',
    advice:
      'Free some space (about 3.5 GB are needed with n8n, 1 GB with --no-n8n) and run the command again: it goes on where it stopped.',
  },
  {
    pattern: /ERR_PNPM_OUTDATED_LOCKFILE|lockfile.*not up to date/i,
    problem: () => 'pnpm-lock.yaml does not fit the package.json files.',
    advice:
      'Take both from the same commit (`git status` shows what was changed), or run `pnpm install` to bring the lockfile up to date.',
  },
  {
    pattern: /EINTEGRITY|ERR_PNPM_TARBALL_INTEGRITY|integrity checksum failed/i,
    problem: () => 'A downloaded package is not the one that the lockfile names.',
    advice: 'A proxy or a broken cache may have changed it. Run `npm cache verify` and the command again.',
  },
  {
    pattern: /\bE40[13]\b|ERR_PNPM_FETCH_40[13]|\b40[13] (Unauthorized|Forbidden)|(Unauthorized|Forbidden) - 40[13]\b/i,
    problem: (output) => `The npm registry refused access${packageIn(output)}.`,
    advice: 'Check the registry and its token: `npm config get registry`, `npm whoami`, and the .npmrc files.',
  },
  {
    pattern: /code E404|ERR_PNPM_FETCH_404|ERR_PNPM_NO_MATCHING_VERSION|code ETARGET/i,
    missing: true,
    problem: (output) => `The npm registry does not have a package that is needed${packageIn(output)}.`,
    advice: 'Check that `npm config get registry` names a registry that carries all of npm.',
  },
  {
    pattern: /CERT_|SELF_SIGNED|self-signed certificate|UNABLE_TO_(GET|VERIFY)/i,
    problem: () => "The npm registry's certificate is not trusted here.",
    advice:
      'Behind a proxy that opens encrypted traffic, name its certificate: NODE_EXTRA_CA_CERTS=/path/to/ca.pem, or `npm config set cafile`.',
  },
  {
    pattern:
      /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ERR_PNPM_META_FETCH_FAIL|ERR_PNPM_FETCH_5\d\d|network timeout/i,
    problem: (output) => `The npm registry cannot be reached${hostIn(output)}.`,
    advice:
      'Check the network, and a proxy if there is one: `npm config get registry`, `npm config get proxy`, `npm ping`. Then run the command again: it goes on where it stopped.',
  },
  {
    pattern: /EACCES|EPERM|EROFS/,
    problem: (output) => `A file or folder may not be written${pathIn(output)}.`,
    advice:
      'Check who owns the folder of this repository: an earlier run as another user (or with sudo) may have left files behind.',
  },
];

/** The cause of a failed install by what it printed, or undefined. */
function explain(output) {
  const cause = CAUSES.find(({ pattern }) => pattern.test(output));
  return cause && { problem: cause.problem(output), advice: cause.advice, missing: cause.missing === true };
}

/** A package as messages name it: after a phrase of npm's, or as the path of its address. */
const PACKAGE =
  /(?:No match(?:ing version)? found for |GET https?:\/\/[^/\s]+\/)((?:@[\w.-]+(?:\/|%2f))?[\w.-]*\w(?:@[\w.^~-]*\w)?)/i;
const HOST = /(?:getaddrinfo [A-Z_]+|connect [A-Z_]+) ([\w.:[\]-]+)/;

function packageIn(output) {
  const found = PACKAGE.exec(output);
  return found ? ` (${decodeURIComponent(found[1])})` : '';
}

function hostIn(output) {
  const found = HOST.exec(output);
  return found ? ` (${found[1]})` : '';
}

function pathIn(output) {
  const found = /(?:EACCES|EPERM|EROFS)[^\n]*?'([^']+)'/.exec(output);
  return found ? ` (${found[1]})` : '';
}

/** The error for a program that failed: its cause where what it printed tells, the end of what it printed otherwise. */
function failureOf({ what, output, reason, log, ifMissing }) {
  const known = explain(output);
  return new PlainError(
    known ? `${what}. ${known.problem}` : `${what} (${reason}).`,
    `${(known?.missing && ifMissing) || known?.advice || 'See the output above.'}${log ? ` The full log: ${log}` : ''}`,
    known ? '' : output.trimEnd().split('\n').slice(-LINES_SHOWN).join('\n'),
  );
}

/** Shows an error as it helps most, and answers the exit code. */
function tell(error, write = (text) => process.stderr.write(text)) {
  if (error instanceof PlainError) {
    write(`\n${error.message}\n`);
    if (error.details) write(`\n${error.details.trimEnd()}\n`);
    if (error.advice) write(`\nWhat to do: ${error.advice}\n`);
  } else {
    const known = explain(String(error?.code ?? '') + ' ' + String(error?.message ?? error));
    if (known) write(`\n${known.problem}\n\nWhat to do: ${known.advice}\n`);
    write(`\n${error?.stack ?? error}\n`);
  }
  return 1;
}

module.exports = { PlainError, explain, failureOf, tell };
