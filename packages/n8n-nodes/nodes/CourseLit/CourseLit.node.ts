import { runAction, type Action, type School } from '@courselit-connector/core';
import {
  NodeConnectionTypes,
  NodeOperationError,
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
} from 'n8n-workflow';
import { actionProperties, findAction } from '../shared/actionProperties.ts';
import { openSchool } from '../shared/connection.ts';
import { testCourseLitApi } from '../shared/credentialTest.ts';
import { errorItem, toNodeError } from '../shared/errors.ts';
import { actionInput } from '../shared/input.ts';
import { listSearch, loadOptions } from '../shared/references.ts';

/** Does things in a school: every action of the catalogue. */
export class CourseLit implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'CourseLit',
    name: 'courseLit',
    icon: { light: 'file:../../icons/courselit.svg', dark: 'file:../../icons/courselit.dark.svg' },
    group: ['output'],
    version: [1],
    defaultVersion: 1,
    subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
    description: 'Invite customers to courses, and create users, products and lessons, in a CourseLit school',
    defaults: { name: 'CourseLit' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'courseLitApi', required: true, testedBy: 'testCourseLitApi' }],
    properties: actionProperties(),
  };

  methods = { listSearch, loadOptions, credentialTest: { testCourseLitApi } };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const results: INodeExecutionData[] = [];
    let opened: Promise<School> | undefined;
    for (let itemIndex = 0; itemIndex < this.getInputData().length; itemIndex++) {
      try {
        const school = await (opened ??= openSchool(this, 'run'));
        const action = chosenAction(this, itemIndex);
        const result = await runAction(school, action, actionInput(this, action, itemIndex));
        results.push({ json: result as IDataObject, pairedItem: { item: itemIndex } });
      } catch (error) {
        const failure = toNodeError(this.getNode(), error, itemIndex);
        if (!this.continueOnFail()) throw failure;
        results.push(errorItem(failure, itemIndex));
      }
    }
    return [results];
  }
}

function chosenAction(context: IExecuteFunctions, itemIndex: number): Action {
  const resource = context.getNodeParameter('resource', itemIndex) as string;
  const operation = context.getNodeParameter('operation', itemIndex) as string;
  const action = findAction(resource, operation);
  if (action) return action;
  throw new NodeOperationError(context.getNode(), `There is no operation "${operation}" for "${resource}".`, {
    itemIndex,
    description: 'Choose the resource and the operation from their lists.',
  });
}
