/** Describes an endpoint so that authentication, bodies and broken rules are dealt with in one place. */
import { RuleError } from '../model/errors.ts';
import { badRequest, failure, unprocessable } from './answers.ts';
import type { Answer } from './answers.ts';
import { refuseAccess } from './auth.ts';
import { parseBody, tooLarge, unsupportedField } from './request.ts';
import type { ApiRequest, ReadRequest } from './request.ts';

export type Handler = (request: ApiRequest, params: readonly string[]) => Promise<Answer>;

interface EndpointOptions {
  /** How a broken rule is answered: as 422 unless the endpoint says otherwise. */
  onRule?: (message: string) => Answer;
}

interface BodyOptions extends EndpointOptions {
  /** The fields the endpoint takes, and what it calls them in a refusal. Without it any field is let through. */
  fields?: readonly string[];
  noun?: string;
}

/** An endpoint without a body. */
export function plain(handle: (request: ReadRequest) => Answer, options: EndpointOptions = {}): Handler {
  return async (request, params) =>
    refuseAccess(request) ?? guard(() => handle({ ...request, params, body: {} }), options);
}

/** An endpoint with a JSON body: key first, then size, then JSON, then unknown fields, then the endpoint's own rules. */
export function withBody(handle: (request: ReadRequest) => Answer, options: BodyOptions = {}): Handler {
  return async (request, params) => {
    const refusal = refuseAccess(request);
    if (refusal) return refusal;
    if (tooLarge(request)) return failure(413, 'bad_request', 'Request body too large');
    const { body, problem } = await parseBody(request);
    if (problem !== undefined) return badRequest(problem);
    if (options.fields) {
      // A few endpoints look at one field before they look for unknown ones: they do both themselves.
      const field = unsupportedField(body, options.fields);
      if (field !== undefined) return badRequest(`Unsupported ${options.noun} field: ${field}`);
    }
    return guard(() => handle({ ...request, params, body }), options);
  };
}

function guard(action: () => Answer, options: EndpointOptions): Answer {
  try {
    return action();
  } catch (error) {
    // A description that is no JSON is refused with the parser's own sentence.
    if (error instanceof RuleError || error instanceof SyntaxError) {
      return (options.onRule ?? unprocessable)(error.message);
    }
    throw error;
  }
}
