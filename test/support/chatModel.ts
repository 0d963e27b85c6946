/** A chat model that answers from a script, behind the interface that OpenAI's has: what n8n's own model node talks to. */
import { startSite } from './site.ts';

/** As much of a message as is read here. */
export interface ChatMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly name: string } }[];
  readonly tool_call_id?: string;
}

/** One tool as it is offered to the model: its parameters are a JSON schema. */
export interface OfferedTool {
  readonly function: {
    readonly name: string;
    readonly description?: string;
    readonly parameters: {
      readonly properties: Record<string, { readonly type?: string; readonly description?: string }>;
      readonly required?: readonly string[];
    };
  };
}

export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly OfferedTool[];
}

/** What the model does next: calls a tool, or says something. */
export type Turn =
  { readonly call: string; readonly input: Readonly<Record<string, unknown>> } | { readonly say: string };

export interface ChatModel {
  /** For the credential: with the version in the path, as OpenAI's has it. */
  readonly url: string;
  readonly requests: readonly ChatRequest[];
  stop(): Promise<void>;
}

/**
 * Starts one. Its first answer is the script's first turn, and so on; a turn gets what the tool called before answered.
 */
export async function startChatModel(
  script: readonly ((toolResult: string, request: ChatRequest) => Turn)[],
): Promise<ChatModel> {
  const requests: ChatRequest[] = [];
  const site = await startSite(({ url, body }) => {
    if (!url.endsWith('/chat/completions')) return { status: 404, body: { error: { message: `No ${url} here.` } } };
    const request = JSON.parse(body) as ChatRequest;
    const turn = script[requests.push(request) - 1];
    if (!turn) return { status: 400, body: { error: { message: 'The script is at its end.' } } };
    return { body: completion(turn(lastToolResult(request), request), requests.length) };
  });
  return { url: `${site.url}/v1`, requests, stop: () => site.stop() };
}

/** What the newest message says, where it is a tool's answer. */
export function lastToolResult({ messages }: ChatRequest): string {
  const last = messages.at(-1);
  if (last?.role !== 'tool') return '';
  return typeof last.content === 'string' ? last.content : JSON.stringify(last.content);
}

function completion(turn: Turn, number: number): object {
  const message =
    'say' in turn
      ? { role: 'assistant', content: turn.say }
      : {
          role: 'assistant',
          content: null,
          tool_calls: [
            {
              id: `call_${number}`,
              type: 'function',
              function: { name: turn.call, arguments: JSON.stringify(turn.input) },
            },
          ],
        };
  return {
    id: `chatcmpl-${number}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model: 'scripted',
    choices: [{ index: 0, message, finish_reason: 'say' in turn ? 'stop' : 'tool_calls' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}
