/** Triggers that are told instead of asking. */
import { stepsOf, type Check, type Step } from './definition.ts';

const isHook = ({ operation }: Step) => operation.type === 'hook';
const isStatic = (step: Step) =>
  isHook(step) && !(step.operation.performSubscribe && step.operation.performUnsubscribe);

/** D006: a hook can be asked as well, for an example. */
export const hooksCanBeAsked: Check = (app) =>
  stepsOf(app, ['triggers'])
    .filter(({ step }) => isHook(step) && !step.operation.performList)
    .map(({ where }) => ({
      check: 'D006',
      where: `${where}.operation.performList`,
      problem: 'A hook without it has nothing to show while a Zap is set up.',
      advice: 'Add performList.',
    }));

/** D016: an app is more than one hook that people set up by hand. */
export const moreThanAHook: Check = (app) => {
  const steps = stepsOf(app);
  const [only] = steps;
  if (steps.length !== 1 || only === undefined || !isStatic(only.step)) return [];
  return [
    {
      check: 'D016',
      where: only.where,
      problem: 'All that the app has is a hook that people set up by hand.',
      advice: 'Add other triggers, searches or actions.',
    },
  ];
};

/** D017: a hook is set up by Zapier. */
export const hooksSubscribe: Check = (app) =>
  stepsOf(app, ['triggers'])
    .filter(({ step }) => isStatic(step))
    .map(({ where }) => ({
      check: 'D017',
      where: `${where}.operation`,
      problem: 'People would have to set up the hook by hand.',
      advice: 'Add performSubscribe and performUnsubscribe, or let it poll.',
    }));
