/** What went well but not without loss, as n8n shows it over the output of a node. */
import type { RichTextWarning } from '@courselit-connector/core';
import type { IDataObject, IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import type { NodeOperation } from './actionProperties.ts';

/** So many are named; the output has them all. */
const MOST_NAMED = 3;

/** Looks through what comes out for things that could not be kept, and says so once for the whole run. */
export class ContentHint {
  readonly #named: string[] = [];
  #count = 0;

  /** Takes note of the `warnings` that an operation gave for an item, where it is one that has such. */
  see(operation: NodeOperation, json: IDataObject, itemIndex: number): void {
    if (!('warnings' in operation.sample)) return;
    const warnings = json['warnings'] as unknown as readonly RichTextWarning[];
    this.#count += warnings.length;
    for (const warning of warnings.slice(0, MOST_NAMED - this.#named.length))
      this.#named.push(`${place(warning, itemIndex)}: ${warning.message}`);
  }

  /** Shows it in the editor. A host without hints, such as some that run a node as a tool, has them in the output only. */
  show(context: IExecuteFunctions): void {
    if (this.#count === 0) return;
    const { addExecutionHints } = context as { addExecutionHints?: (...hints: NodeExecutionHint[]) => void };
    addExecutionHints?.call(context, { message: this.#text(), type: 'warning', location: 'outputPane' });
  }

  #text(): string {
    const more = this.#count - this.#named.length;
    return [
      'Not all of the content could be kept as it was.',
      ...this.#named.map(asText),
      `${more > 0 ? `And ${more} more: they` : 'They'} are in the output, under "warnings".`,
    ].join('<br>');
  }
}

function place({ line, path }: RichTextWarning, itemIndex: number): string {
  const where = line === undefined ? path : `line ${line}`;
  return [`Item ${itemIndex}`, where].filter(Boolean).join(', ');
}

/** n8n shows a hint as HTML, and a warning may quote what it is about. */
function asText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
