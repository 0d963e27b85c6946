import type { RichTextDocument, RichTextMark } from './document.ts';
import type { Attributes } from './draft.ts';
import { isMarkType, isNodeType, MARK_RULES, NODE_RULES, type AttributeRule } from './schema.ts';
import { TreeBuilder, type ContainerType, type Frame } from './treeBuilder.ts';
import { isKey, isObject, isValid, pointer } from './validate.ts';
import { WarningList, type Conversion } from './warnings.ts';

type Json = Readonly<Record<string, unknown>>;
/** Something to be read, or a node that ends. */
type Step = { readonly value: unknown; readonly path: string } | { readonly end: Frame };

/** The platform's own empty document, which its editor's schema does not take. */
export const isEmptyDocument = (value: unknown): boolean =>
  isObject(value) &&
  value['type'] === 'doc' &&
  (value['content'] === undefined || (Array.isArray(value['content']) && value['content'].length === 0));

/**
 * The nearest valid document: a valid one is handed back as it is; of any other value all text is kept, and what does
 * not fit is wrapped, moved, or left out with a warning that has its path. Never throws.
 */
export function repair(document: unknown): Conversion<RichTextDocument> {
  if (isValid(document)) return { document, warnings: [] };
  const warnings = new WarningList();
  const reader = new JsonReader(warnings);
  if (!isEmptyDocument(document)) reader.read(document);
  return { document: reader.finish(), warnings: warnings.all() };
}

class JsonReader {
  readonly #warnings: WarningList;
  readonly #builder: TreeBuilder;
  readonly #steps: Step[] = [];
  #path = '';

  constructor(warnings: WarningList) {
    this.#warnings = warnings;
    warnings.where = () => ({ path: this.#path });
    this.#builder = new TreeBuilder(warnings, { strict: true });
  }

  finish(): RichTextDocument {
    return this.#builder.finish();
  }

  /** Reads a value and all that is in it, without calling itself: a value may be deeper than any stack. */
  read(document: unknown): void {
    this.#steps.push({ value: document, path: '' });
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      if ('end' in step) this.#builder.close(step.end);
      else {
        this.#path = step.path;
        this.#value(step.value);
      }
    }
  }

  #value(value: unknown): void {
    if (Array.isArray(value)) return this.#children(value);
    if (isObject(value)) return this.#node(value);
    this.#warnings.add('unknown_node');
    if (typeof value === 'string' || typeof value === 'number') this.#builder.text(String(value), []);
  }

  #node(node: Json): void {
    const { type, text, marks } = node;
    if (!isNodeType(type)) {
      this.#warnings.add('unknown_node', String(type));
      if (typeof text === 'string') this.#builder.text(text, this.#marks(marks));
      return this.#children(node['content']);
    }
    for (const key of Object.keys(node))
      if (!isKey(type, key)) this.#warnings.add('attribute_removed', key, { path: `${this.#path}/${pointer(key)}` });
    const attrs = this.#attributes(node['attrs'], NODE_RULES[type].attributes ?? {});
    switch (type) {
      case 'doc':
        if (this.#path !== '') this.#warnings.add('structure_repaired', 'doc');
        return this.#children(node['content']);
      case 'text':
        if (typeof text !== 'string') this.#warnings.add('structure_repaired', 'text');
        return this.#builder.text(typeof text === 'string' ? text : '', this.#marks(marks));
      case 'hardBreak':
        return this.#builder.hardBreak(this.#marks(marks));
      case 'horizontalRule':
        this.#builder.leaf('horizontalRule');
        return this.#children(node['content']);
      case 'image':
        this.#image(attrs, node['attrs']);
        return this.#children(node['content']);
      case 'heading':
        return this.#fill(this.#builder.openText(type, { level: this.#level(node['attrs']) }), node);
      case 'paragraph':
      case 'codeBlock':
        return this.#fill(this.#builder.openText(type, attrs), node);
      default:
        return this.#fill(this.#builder.open(type satisfies ContainerType, attrs), node);
    }
  }

  #fill(frame: Frame | undefined, node: Json): void {
    if (frame) this.#steps.push({ end: frame });
    this.#children(node['content']);
  }

  #children(content: unknown): void {
    if (content === undefined || content === null) return;
    const path = this.#path;
    if (!Array.isArray(content)) {
      this.#warnings.add('structure_repaired', 'content');
      this.#steps.push({ value: content, path: `${path}/content` });
      return;
    }
    for (let index = content.length - 1; index >= 0; index--)
      this.#steps.push({ value: content[index] as unknown, path: `${path}/content/${index}` });
  }

  #image(attrs: Attributes | undefined, given: unknown): void {
    if (attrs?.['src'] !== undefined) return this.#builder.leaf('image', attrs);
    this.#warnings.add('image_removed');
    const alt = isObject(given) ? given['alt'] : undefined;
    if (typeof alt === 'string') this.#builder.text(alt, []);
  }

  #level(given: unknown): number {
    const level = Math.round(Number(isObject(given) ? given['level'] : undefined));
    if (level > 3) this.#warnings.add('heading_level', String(level));
    return Number.isFinite(level) ? Math.min(3, Math.max(1, level)) : 1;
  }

  /** The attributes that the editor knows and takes. */
  #attributes(given: unknown, rules: Readonly<Record<string, AttributeRule>>): Attributes | undefined {
    if (given === undefined || given === null) return undefined;
    if (!isObject(given)) {
      this.#warnings.add('attribute_removed', 'attrs');
      return undefined;
    }
    const kept: [string, unknown][] = [];
    for (const [name, value] of Object.entries(given)) {
      if (Object.hasOwn(rules, name) && rules[name]?.isValid(value)) kept.push([name, value]);
      else if (name !== 'level' || rules['level'] === undefined)
        this.#warnings.add('attribute_removed', name, { path: `${this.#path}/attrs/${pointer(name)}` });
    }
    return kept.length > 0 ? Object.fromEntries(kept) : undefined;
  }

  /** The marks that there are, each once, without what code or a link excludes. */
  #marks(given: unknown): readonly RichTextMark[] {
    if (given === undefined || given === null) return [];
    const marks = new Map<string, RichTextMark>();
    for (const mark of Array.isArray(given) ? (given as unknown[]) : [given]) {
      const type = isObject(mark) ? mark['type'] : mark;
      if (!isMarkType(type)) {
        this.#warnings.add('unknown_mark', String(type));
        continue;
      }
      const attrs = this.#attributes(isObject(mark) ? mark['attrs'] : undefined, MARK_RULES[type]);
      if (type === 'link' && attrs?.['href'] === undefined) this.#warnings.add('link_removed');
      else if (marks.has(type)) this.#warnings.add('mark_removed', type);
      else marks.set(type, (attrs ? { type, attrs } : { type }) as RichTextMark);
    }
    if (!marks.has('code') || marks.size === 1) return [...marks.values()];
    this.#warnings.add('mark_removed');
    if (!marks.has('link')) return [{ type: 'code' }];
    marks.delete('code');
    return [...marks.values()];
  }
}
