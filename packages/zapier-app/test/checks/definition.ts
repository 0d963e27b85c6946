/** An app's definition, as far as the checks read it: looser than Zapier's own types, so that a broken one fits, too. */

export interface InputField {
  readonly key: string;
  readonly label?: string | undefined;
  readonly helpText?: string | undefined;
  readonly type?: string | undefined;
  readonly dynamic?: unknown;
  readonly choices?: unknown;
  readonly search?: string | undefined;
  readonly list?: boolean | undefined;
  readonly dict?: boolean | undefined;
  readonly children?: readonly unknown[] | undefined;
  readonly inputFormat?: string | undefined;
}

export interface OutputField {
  readonly key: string;
  readonly label?: string | undefined;
  readonly type?: string | undefined;
  readonly required?: boolean | undefined;
  readonly primary?: boolean | undefined;
  readonly list?: boolean | undefined;
  readonly children?: readonly OutputField[] | undefined;
}

export interface Operation {
  readonly type?: string | undefined;
  readonly sample?: unknown;
  readonly inputFields?: unknown;
  readonly outputFields?: unknown;
  readonly performList?: unknown;
  readonly performSubscribe?: unknown;
  readonly performUnsubscribe?: unknown;
  readonly cleanInputData?: boolean | undefined;
}

export interface Display {
  readonly label?: string | undefined;
  readonly description?: string | undefined;
  readonly hidden?: boolean | undefined;
}

export interface Step {
  readonly key: string;
  readonly display: Display;
  readonly operation: Operation;
}

export interface SearchOrCreate {
  readonly key: string;
  readonly display?: Display | undefined;
  readonly search: string;
  readonly create: string;
  readonly update?: string | undefined;
}

export interface Definition {
  readonly authentication?:
    | {
        readonly type?: string | undefined;
        readonly fields?: readonly unknown[] | undefined;
        readonly connectionLabel?: unknown;
      }
    | undefined;
  readonly flags?: { readonly cleanInputData?: boolean | undefined } | undefined;
  readonly triggers?: Readonly<Record<string, Step>> | undefined;
  readonly searches?: Readonly<Record<string, Step>> | undefined;
  readonly creates?: Readonly<Record<string, Step>> | undefined;
  readonly searchOrCreates?: Readonly<Record<string, SearchOrCreate>> | undefined;
}

/** What a check found. */
export interface Finding {
  /** The number under which Zapier publishes the check. */
  readonly check: string;
  /** A path in the definition: `creates.invite_customer.display.label`. */
  readonly where: string;
  readonly problem: string;
  readonly advice: string;
}

export type Check = (app: Definition) => readonly Finding[];

export interface Found {
  /** `triggers.new_customer`. */
  readonly where: string;
  readonly step: Step;
}

const KINDS = ['triggers', 'searches', 'creates'] as const;

/** Every step of these kinds, hidden ones with them. */
export function stepsOf(app: Definition, kinds: readonly (typeof KINDS)[number][] = KINDS): Found[] {
  return kinds.flatMap((kind) =>
    Object.entries(app[kind] ?? {}).map(([key, step]) => ({ where: `${kind}.${key}`, step })),
  );
}

export const isVisible = ({ step }: Found): boolean => step.display.hidden !== true;

/** Those that are written down; what a function works out for one school cannot be seen here. */
function plainFields<Field>(fields: unknown): Field[] {
  return Array.isArray(fields) ? (fields.filter((one) => typeof one === 'object' && one !== null) as Field[]) : [];
}

/** With the fields of line items. */
export function inputFieldsOf({ where, step }: Found): Array<{ readonly where: string; readonly field: InputField }> {
  const all = (fields: unknown, path: string): Array<{ where: string; field: InputField }> =>
    plainFields<InputField>(fields).flatMap((field) => [
      { where: `${path}.${field.key}`, field },
      ...all(field.children, `${path}.${field.key}.children`),
    ]);
  return all(step.operation.inputFields, `${where}.operation.inputFields`);
}

export const outputFieldsOf = (step: Step): OutputField[] => plainFields<OutputField>(step.operation.outputFields);

export const connectionFieldsOf = (app: Definition): Array<{ readonly where: string; readonly field: InputField }> =>
  plainFields<InputField>(app.authentication?.fields).map((field) => ({
    where: `authentication.fields.${field.key}`,
    field,
  }));

/** Every text with its path, however deep. */
export function textsIn(value: unknown, path = ''): Array<{ readonly where: string; readonly text: string }> {
  if (typeof value === 'string') return [{ where: path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => textsIn(part, path === '' ? key : `${path}.${key}`));
}
