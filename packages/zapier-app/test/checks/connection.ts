/** How people connect. */
import { connectionFieldsOf, inputFieldsOf, stepsOf, type Check, type Finding } from './definition.ts';
import { linksIn } from './markdown.ts';

/** The words of a name, however it joins them: `apiKey`, `api_key`, `API Key`. */
const words = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ');
const SECRET = /\b(api ?keys?|(access |auth |api )?tokens?|secrets?|passwords?|passphrase|credentials?)\b/;
const isSecret = (name: string) => SECRET.test(words(name));

/** D001: what is secret is asked for in the connection, never in a step. */
export const noSecretsInSteps: Check = (app) =>
  stepsOf(app)
    .flatMap(inputFieldsOf)
    .filter(({ field }) => field.type === 'password' || isSecret(field.key))
    .map(({ where, field }) => ({
      check: 'D001',
      where,
      problem: `"${field.key}" asks for a secret in a step, where it is not kept out of logs.`,
      advice: 'Ask for it in the connection.',
    }));

/** D002: the help of a key that is pasted links to where it is found. */
export const linkToTheKey: Check = (app) =>
  connectionFieldsOf(app)
    .filter(({ field }) => (field.type === 'password' || isSecret(field.key)) && linksIn(field.helpText).length === 0)
    .map(({ where }) => ({
      check: 'D002',
      where: `${where}.helpText`,
      problem: 'It does not link to the place where the key is found.',
      advice: 'Add a link: [words](https://…).',
    }));

/**
 * D003: a connection is labelled by something that tells it from others, and that is no secret. What a function answers
 * cannot be told here.
 */
export const connectionLabel: Check = (app) => {
  const { authentication } = app;
  const label = authentication?.connectionLabel;
  if (authentication === undefined || typeof label === 'function') return [];
  const where = 'authentication.connectionLabel';
  if (typeof label !== 'string' || label.trim() === '')
    return [
      { check: 'D003', where, problem: 'There is none.', advice: 'Give what tells connections apart: {{label}}.' },
    ];
  const findings: Finding[] = [];
  if (!/\{\{\s*[\w.]+\s*\}\}/.test(label))
    findings.push({
      check: 'D003',
      where,
      problem: `"${label}" is the same for every connection.`,
      advice: 'Use what the test of the connection answers: {{label}}.',
    });
  if (isSecret(label))
    findings.push({
      check: 'D003',
      where,
      problem: `"${label}" shows a secret.`,
      advice: 'Use a name or an address instead.',
    });
  return findings;
};

/** The names of fields that decide where calls go. */
const PLACE = /\b(sub ?domain|domain|url|host( ?name)?|site|instance|server)\b/;

/** Whether a connection with this value in this field is refused, before anything is sent anywhere. */
export type Refuses = (key: string, value: string) => Promise<boolean>;

/** What would send calls, and the key with them, to another place than it seems. */
const TRAPS = [
  'https://school.example.com@evil.example.com',
  'https://ann:secret@school.example.com',
  'javascript:alert(1)',
  'ftp://school.example.com',
  'http://school.example.com',
  'not a place',
];

/**
 * D026: what says where calls go is looked at before it is used. The definition does not show whether code does so:
 * this tries it, by values that must be refused. `uses` names the fields of `PLACE` that decide where calls go.
 */
export async function domainsAreChecked(
  app: Parameters<Check>[0],
  refuses: Refuses,
  uses: (key: string) => boolean = () => true,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { where, field } of connectionFieldsOf(app)) {
    if (field.inputFormat === undefined && !(PLACE.test(words(field.key)) && uses(field.key))) continue;
    for (const trap of TRAPS)
      if (!(await refuses(field.key, trap)))
        findings.push({
          check: 'D026',
          where,
          problem: `"${trap}" is taken as the place of an account.`,
          advice: 'Check the value before the first call, and throw an error that says what is expected.',
        });
  }
  return findings;
}

/**
 * D028: emptied fields arrive as they are. (D027, that the platform's newest version is used, cannot be decided without
 * asking the registry.)
 */
export const inputArrivesAsItIs: Check = (app) => {
  const problem = 'Emptied fields would be taken out before the step sees them.';
  const advice = 'Set it to false.';
  const findings: Finding[] = [];
  if (app.flags?.cleanInputData !== false)
    findings.push({ check: 'D028', where: 'flags.cleanInputData', problem, advice });
  for (const { where, step } of stepsOf(app))
    if (step.operation.cleanInputData === true)
      findings.push({ check: 'D028', where: `${where}.operation.cleanInputData`, problem, advice });
  return findings;
};
