/** What steps give, as their samples show it. */
import { isVisible, outputFieldsOf, stepsOf, textsIn, type Check, type Step } from './definition.ts';
import { isIsoDate, typeMismatches } from './results.ts';

const sampleOf = ({ operation }: Step) =>
  typeof operation.sample === 'object' && operation.sample !== null && !Array.isArray(operation.sample)
    ? (operation.sample as Readonly<Record<string, unknown>>)
    : {};

/** D010: a sample of a trigger that asks has what its events are told apart by: the primary fields, or `id`. */
export const samplesHaveTheirKey: Check = (app) =>
  stepsOf(app, ['triggers'])
    .filter(({ step }) => step.operation.type !== 'hook')
    .flatMap(({ where, step }) => {
      const primary = outputFieldsOf(step).filter((field) => field.primary);
      const keys = primary.length > 0 ? primary.map(({ key }) => key) : ['id'];
      const sample = sampleOf(step);
      return keys
        .filter((key) => !['string', 'number'].includes(typeof sample[key]) || sample[key] === '')
        .map((key) => ({
          check: 'D010',
          where: `${where}.operation.sample.${key}`,
          problem: `Events are told apart by "${key}", which the sample has not as a text or a number.`,
          advice: `Add "${key}" to the sample.`,
        }));
    });

/** D012: every step has a sample. */
export const samplesExist: Check = (app) =>
  stepsOf(app)
    .filter((found) => isVisible(found) && Object.keys(sampleOf(found.step)).length === 0)
    .map(({ where }) => ({
      check: 'D012',
      where: `${where}.operation.sample`,
      problem: 'It has no sample, so later steps have nothing to choose from.',
      advice: 'Add what the step would give.',
    }));

const MONTH = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b/i;

/** A date, or a date with a time, in whatever way people write it; nothing else in the text. */
function isDate(text: string): boolean {
  if (/^\d{1,4}([-/.])\d{1,2}\1\d{1,4}([T ].*)?$/.test(text)) return true;
  return text.length < 40 && MONTH.test(text) && /\b\d{4}\b/.test(text) && !Number.isNaN(Date.parse(text));
}

/** D023: dates in samples are written by ISO 8601, with a time zone where there is a time. */
export const samplesHaveIsoDates: Check = (app) =>
  stepsOf(app).flatMap(({ where, step }) =>
    textsIn(step.operation.sample, `${where}.operation.sample`)
      .filter(({ text }) => isDate(text) && !isIsoDate(text))
      .map((found) => ({
        check: 'D023',
        where: found.where,
        problem: `"${found.text}" is a date, but not by ISO 8601 with a time zone.`,
        advice: 'Write 2026-11-21 or 2026-11-21T06:50:30Z.',
      })),
  );

/** D024: a sample has what its output fields require, each of the type that they say. */
export const samplesFitTheirFields: Check = (app) =>
  stepsOf(app).flatMap(({ where, step }) =>
    typeMismatches(sampleOf(step), outputFieldsOf(step)).map(({ path, problem }) => ({
      check: 'D024',
      where: `${where}.operation.sample.${path}`,
      problem,
      advice: 'Change the sample or the output field.',
    })),
  );
