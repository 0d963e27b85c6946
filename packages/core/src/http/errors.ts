/**
 * One error class, with a closed set of codes. Each error says what happened, to which call, and what to do.
 */

/** Every code, with the advice that goes with it when nothing more exact is known. */
const HINTS = {
  bad_request: 'Check the values that were sent.',
  auth: 'Check the API key: copy it again from the school dashboard, Settings > Miscellaneous > API Keys.',
  forbidden:
    'The school does not allow this. Check that the school has an owner account and that the owner may do this in the dashboard.',
  not_found: 'Check the ID: the thing may have been deleted, or belong to another product or school.',
  conflict: 'Something like it exists already, or it was changed at the same moment. Use another name, or try again.',
  validation: 'Correct the value and try again.',
  unsupported: 'The public API of the school does not offer this. Use the school dashboard instead.',
  too_large: 'Send less: the school takes at most 1 MiB at a time. Split a long text into several lessons.',
  rate_limited: 'The school answers too many requests. Try again later, or send fewer at a time.',
  unavailable: 'The school has a problem at the moment. Try again in a few minutes.',
  timeout: 'The school did not answer in time. Try again in a few minutes.',
  network: 'Check the base URL, and that the school is online and can be reached from here.',
  redirected: 'Use the address that the school redirects to as the base URL.',
  not_a_school: "Check the base URL: it should be the school's own address, for example https://school.example.com.",
  bad_response:
    'Try again. If it stays, a proxy may be changing answers, or the school runs a version not yet known here.',
} as const satisfies Record<string, string>;

export type ErrorCode = keyof typeof HINTS;

export const ERROR_CODES = Object.keys(HINTS) as ErrorCode[];

/** The advice for a code, as a whole sentence. */
export function hintFor(code: ErrorCode): string {
  return HINTS[code];
}

export interface CourseLitErrorDetails {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string | undefined;
  /** HTTP status, where the school answered. */
  readonly status?: number | undefined;
  /** What the school itself said. */
  readonly serverMessage?: string | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  /** The same call may be made again without doing anything twice. */
  readonly safeToRepeat?: boolean | undefined;
  /** It is not known whether the call had its effect: it was sent, and there was no answer that tells. */
  readonly mayBeDone?: boolean | undefined;
  /** The school saved something else of the same product at the same moment (observed as 422). */
  readonly versionClash?: boolean | undefined;
  /** Another attempt cannot end otherwise: a certificate that is not trusted, an answer that is too long. */
  readonly permanent?: boolean | undefined;
  /** How long the school asks to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** Key of the input field that is wrong. */
  readonly field?: string | undefined;
}

export class CourseLitError extends Error {
  override readonly name = 'CourseLitError';
  readonly code: ErrorCode;
  readonly hint: string;
  readonly status: number | undefined;
  readonly serverMessage: string | undefined;
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly safeToRepeat: boolean;
  readonly mayBeDone: boolean;
  readonly versionClash: boolean;
  readonly permanent: boolean;
  readonly retryAfterMs: number | undefined;
  readonly field: string | undefined;

  constructor(details: CourseLitErrorDetails) {
    super(details.message);
    this.code = details.code;
    this.hint = details.hint ?? HINTS[details.code];
    this.status = details.status;
    this.serverMessage = details.serverMessage;
    this.method = details.method;
    this.path = details.path;
    this.safeToRepeat = details.safeToRepeat ?? false;
    this.mayBeDone = details.mayBeDone ?? false;
    this.versionClash = details.versionClash ?? false;
    this.permanent = details.permanent ?? false;
    this.retryAfterMs = details.retryAfterMs;
    this.field = details.field;
  }
}

/** True for an error of this connector. Goes by name, so that two bundled copies know each other's errors. */
export function isCourseLitError(error: unknown): error is CourseLitError {
  return (
    error instanceof CourseLitError || (error instanceof Error && error.name === 'CourseLitError' && 'hint' in error)
  );
}

/** True for an error of this connector with one of these codes; narrows `code` to them. */
export function hasCode<const Code extends ErrorCode>(
  error: unknown,
  ...codes: Code[]
): error is CourseLitError & { readonly code: Code } {
  return isCourseLitError(error) && (codes as ErrorCode[]).includes(error.code);
}

/** An input that is refused before any call. `field` is the key of the input field. */
export function invalidInput(field: string, message: string, hint?: string): CourseLitError {
  return new CourseLitError({ code: 'validation', message, hint, field, safeToRepeat: true });
}
