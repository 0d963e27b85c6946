import { pollTrigger, type Trigger } from '@courselit-connector/core';
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
import { listSearch, loadOptions } from '../shared/references.ts';
import { triggerInput, whatIsMissing } from '../shared/triggerInput.ts';
import { findTrigger, triggerProperties } from '../shared/triggerProperties.ts';
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
    subtitle: '={{ $parameter["event"].replace(".", " ") }}',
    description: 'Starts the workflow when customers enrol in a CourseLit school',
    defaults: { name: 'CourseLit Trigger' },
    polling: true,
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'courseLitApi', required: true, testedBy: 'testCourseLitApi' }],
    properties: triggerProperties(),
  };

  methods = { listSearch, loadOptions, credentialTest: { testCourseLitApi } };

  async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
    try {
      const events = this.getMode() === 'manual' ? await sample(this) : await newEvents(this);
      return events.length > 0 ? [events.map((event) => ({ json: event as IDataObject }))] : null;
    } catch (error) {
      throw toNodeError(this.getNode(), error);
    }
  }
}

/** What happened since the last poll. The first one only takes note of what is there. */
async function newEvents(context: IPollFunctions): Promise<readonly object[]> {
  const school = await openSchool(context, 'poll');
  const trigger = chosenTrigger(context);
  const data = context.getWorkflowStaticData('node');
  const { events, snapshot } = await pollTrigger(school, trigger, triggerInput(context, trigger), {
    previous: recallSnapshot(data, school),
    includeExisting: context.getNodeParameter('options.includeExisting', false) === true,
  });
  // Last: when anything above fails, the next poll sees the same again, and nothing is lost.
  if (snapshot) keepSnapshot(data, school, snapshot);
  return events;
}

/** One real event to build a workflow with. It changes nothing of what the active workflow remembers. */
async function sample(context: IPollFunctions): Promise<readonly object[]> {
  const trigger = chosenTrigger(context);
  const { events } = await pollTrigger(await openSchool(context, 'poll'), trigger, triggerInput(context, trigger), {
    previous: null,
    includeExisting: true,
    limit: 1,
  });
  if (events.length > 0) return events;
  throw new NodeOperationError(context.getNode(), `There is no ${trigger.noun} yet to show as a sample.`, {
    description:
      'An active workflow will start all the same as soon as there is one. For a sample, invite somebody in the school, then fetch again.',
  });
}

function chosenTrigger(context: IPollFunctions): Trigger {
  const event = context.getNodeParameter('event') as string;
  const trigger = findTrigger(event);
  if (!trigger)
    throw new NodeOperationError(context.getNode(), `There is no event "${event}".`, {
      description: 'Choose the event from the list.',
    });
  const missing = whatIsMissing(context, trigger);
  if (missing)
    throw new NodeOperationError(context.getNode(), `"${missing.label}" is missing.`, {
      description: `Choose one, or set "Watch" to all.`,
    });
  return trigger;
}
