import type { NodeType, RichTextDocument } from './document.ts';
import {
  accepts,
  CONTENT_WORDS,
  isMarkType,
  isNodeType,
  MARK_RULES,
  MAX_DEPTH,
  NODE_RULES,
  type AttributeRule,
} from './schema.ts';

/** One thing that is wrong with a document. */
export interface Problem {
  /** A JSON pointer: `/content/0/attrs/level`. */
  readonly path: string;
  readonly message: string;
}

type Json = Readonly<Record<string, unknown>>;
type Report = (path: string, message: string) => void;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Everything that keeps the platform's editor from taking a document as it is, in the order of the document; nothing for
 * a valid one. Takes any value, however deep.
 */
export function validate(document: unknown): Problem[] {
  const problems: Problem[] = [];
  const report: Report = (path, message) => problems.push({ path, message });
  if (!isObject(document) || document['type'] !== 'doc') {
    report('', 'must be an object whose type is "doc"');
    return problems;
  }
  // Taken from the end, so that the problems come in the order of the document.
  const open: [Json, string, number][] = [[document, '', 1]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, path, depth] = next;
    const children = checkNode(node, path, depth, report);
    children.reverse().forEach(([child, childPath]) => open.push([child, childPath, depth + 1]));
  }
  return problems;
}

export function isValid(document: unknown): document is RichTextDocument {
  return validate(document).length === 0;
}

/** Checks one node, and gives those of its children that can be looked at further. */
function checkNode(node: Json, path: string, depth: number, report: Report): [Json, string][] {
  const { type, attrs, content, marks, text } = node;
  if (!isNodeType(type)) {
    report(`${path}/type`, `there is no node ${JSON.stringify(type)?.slice(0, 50)}`);
    return [];
  }
  if (depth > MAX_DEPTH) {
    report(path, `is nested deeper than ${MAX_DEPTH} levels`);
    return [];
  }
  const rule = NODE_RULES[type];
  for (const key of Object.keys(node))
    if (!isKey(type, key)) report(`${path}/${pointer(key)}`, `is nothing that a ${type} has`);
  checkAttributes(attrs, rule.attributes ?? {}, `${path}/attrs`, report);
  if (type === 'text') {
    if (typeof text !== 'string' || text === '') report(`${path}/text`, 'must be text, and not empty');
  }
  if (marks !== undefined && isKey(type, 'marks')) checkMarks(marks, `${path}/marks`, report);
  if (content !== undefined && !Array.isArray(content)) {
    report(`${path}/content`, 'must be a list');
    return [];
  }
  const children: [Json, string][] = [];
  (content ?? []).forEach((child: unknown, index: number) => {
    const childPath = `${path}/content/${index}`;
    if (!isObject(child)) report(childPath, 'must be a node');
    else if (!isNodeType(child['type']))
      report(`${childPath}/type`, `there is no node ${JSON.stringify(child['type'])?.slice(0, 50)}`);
    else if (!accepts(type, child['type']))
      report(childPath, `a ${type} takes ${CONTENT_WORDS[rule.content]}, and no ${child['type']}`);
    else if (type === 'codeBlock' && Array.isArray(child['marks']) && child['marks'].length > 0)
      report(`${childPath}/marks`, 'text in a codeBlock has no marks');
    else children.push([child, childPath]);
  });
  const [first] = content ?? [];
  if (rule.filled && first === undefined) report(path, `a ${type} must not be empty`);
  else if (rule.first !== undefined && isObject(first) && first['type'] !== rule.first)
    report(`${path}/content/0`, `a ${type} begins with a ${rule.first}`);
  return children;
}

function checkAttributes(
  attrs: unknown,
  rules: Readonly<Record<string, AttributeRule>>,
  path: string,
  report: Report,
): void {
  if (attrs !== undefined && !isObject(attrs)) return report(path, 'must be an object');
  for (const [name, value] of Object.entries(attrs ?? {})) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (!rule) report(`${path}/${pointer(name)}`, 'is not known to the editor, and would be lost');
    else if (!rule.isValid(value)) report(`${path}/${name}`, `must ${rule.must}`);
  }
  for (const [name, { required, must }] of Object.entries(rules))
    if (required && attrs?.[name] === undefined) report(`${path}/${name}`, `is missing, and must ${must}`);
}

function checkMarks(marks: unknown, path: string, report: Report): void {
  if (!Array.isArray(marks)) return report(path, 'must be a list');
  const seen = new Set<string>();
  marks.forEach((mark: unknown, index) => {
    const markPath = `${path}/${index}`;
    const type = isObject(mark) ? mark['type'] : undefined;
    if (!isMarkType(type)) return report(markPath, `there is no mark ${JSON.stringify(type)?.slice(0, 50)}`);
    if (seen.has(type)) report(markPath, `there is a ${type} already`);
    seen.add(type);
    const stranger = Object.keys(mark as Json).find((key) => key !== 'type' && key !== 'attrs');
    if (stranger !== undefined) report(`${markPath}/${pointer(stranger)}`, 'is nothing that a mark has');
    checkAttributes((mark as Json)['attrs'], MARK_RULES[type], `${markPath}/attrs`, report);
  });
  if (seen.has('code') && seen.size > 1) report(path, 'code excludes every other mark');
}

/** Whether a node of this type has such a property at all. */
export function isKey(type: NodeType, key: string): boolean {
  if (key === 'type' || key === 'attrs') return true;
  const isInline = type === 'text' || type === 'hardBreak';
  if (key === 'marks') return isInline;
  return key === 'text' ? type === 'text' : key === 'content' && !isInline;
}

/** A key as a part of a JSON pointer. */
export const pointer = (key: string): string => key.slice(0, 50).replaceAll('~', '~0').replaceAll('/', '~1');
