import { eventRegistry, hasCode, poll, sampleEvents, type ConnectorEvent } from '@courselit-connector/core';
import {
  NodeConnectionTypes,
  NodeOperationError,
  type IDataObject,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  type IPollFunctions,
} from 'n8n-workflow';
import { openSchool } from '../shared/connection.ts';
import { testCourseLitApi } from '../shared/credentialTest.ts';
import { toNodeError } from '../shared/errors.ts';
import { triggerProperties } from '../shared/forms.ts';
import { pollDeadline } from '../shared/pollDeadline.ts';
import { occasionOf, oneAtATime, type Occasion } from '../shared/pollOccasion.ts';
import { listSearch, loadOptions } from '../shared/references.ts';
import { readTrigger } from '../shared/triggerInput.ts';
import { keepSnapshot, recallSnapshot } from '../shared/triggerState.ts';

/** Starts a workflow when something happens in a school, which it finds out by looking again and again. */
export class CourseLitTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'CourseLit Trigger',
    name: 'courseLitTrigger',
    icon: { light: 'file:../../icons/courselit.svg', dark: 'file:../../icons/courselit.dark.svg' },
    group: ['trigger'],
    version: [1],
    defaultVersion: 1,
    subtitle: '={{ $parameter["events"].join(", ") }}',
    // n8n's nodes panel has one entry for both nodes, under the name of the other and with this description.
    description:
      'Starts the workflow when somebody enrols, progresses or stalls in a CourseLit school. Its actions invite customers and manage products, lessons and users.',
    defaults: { name: 'CourseLit Trigger' },
    polling: true,
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'courseLitApi', required: true, testedBy: 'testCourseLitApi' }],
    hints: [
      {
        type: 'info',
        message:
          'Each event is an item, and one poll may find several. Make sure that your workflow can handle multiple items.',
        whenToDisplay: 'beforeExecution',
        location: 'outputPane',
      },
    ],
    properties: triggerProperties(),
  };

  methods = { listSearch, loadOptions, credentialTest: { testCourseLitApi } };

  async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
    const manual = this.getMode() === 'manual';
    const occasion = manual ? undefined : occasionOf(this);
    try {
      const events = manual ? await samples(this) : await oneAtATime(this, () => newEvents(this));
      return events && events.length > 0 ? [events.map((event) => ({ json: event as unknown as IDataObject }))] : null;
    } catch (error) {
      const shown = toNodeError(this.getNode(), error);
      if (!canWait(error, occasion)) throw shown;
      this.logger.warn(`${shown.message} The trigger is active all the same, and looks again at its next poll.`);
      return null;
    }
  }
}

/**
 * Whether an error can be left to the next poll, which tells of it if it persists. A school that is down for a moment
 * should not keep a workflow from being activated. When n8n restarts, nothing should: n8n would soon give up, and show
 * nothing, where a tick shows a failed execution.
 */
function canWait(error: unknown, occasion: Occasion | undefined): boolean {
  const passes = hasCode(error, 'rate_limited', 'unavailable', 'timeout', 'network');
  return occasion === 'restart' || (occasion === 'activation' && passes);
}

/** What happened since the last poll. The first one only takes note of what is there. */
async function newEvents(context: IPollFunctions): Promise<readonly ConnectorEvent[]> {
  const watch = readTrigger(context);
  const { includeExisting, maxEvents, ifDamaged } = context.getNodeParameter('options', {}) as IDataObject;
  const school = await openSchool(context, 'poll');
  const data = context.getWorkflowStaticData('node');
  const { events, snapshot, report } = await poll(school, watch, {
    previous: recallSnapshot(data, school, ifDamaged === 'afresh'),
    includeExisting: includeExisting === true,
    maxEvents: typeof maxEvents === 'number' && maxEvents >= 1 ? Math.floor(maxEvents) : undefined,
    deadline: pollDeadline(context, school.now()),
    keepPartial: true,
  });
  // What was seen before a failure starts the workflow now; where there is nothing, n8n is to know of the failure.
  if (report.failure !== undefined && events.length === 0) throw report.failure;
  // Last: when anything above fails, the next poll sees the same again, and nothing is lost.
  if (snapshot) keepSnapshot(data, school, snapshot);
  return events;
}

/** Real events to build a workflow with. They change nothing of what the active workflow remembers. */
async function samples(context: IPollFunctions): Promise<readonly ConnectorEvent[]> {
  const watch = readTrigger(context);
  const events = await sampleEvents(await openSchool(context, 'poll'), watch);
  if (events.length > 0) return events;
  const names = watch.events.map((type) => `"${eventRegistry[type].label}"`).join(', ');
  throw new NodeOperationError(context.getNode(), `There is nothing yet to show as a sample of ${names}.`, {
    description:
      'An active workflow will start all the same as soon as it happens. For a sample, let it happen once in the school (invite somebody, complete a lesson), then fetch again.',
  });
}
