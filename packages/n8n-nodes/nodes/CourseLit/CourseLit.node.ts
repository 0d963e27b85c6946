import type { School } from '@courselit-connector/core';
import {
  NodeConnectionTypes,
  NodeOperationError,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
} from 'n8n-workflow';
import { findOperation, type NodeOperation } from '../shared/actionProperties.ts';
import { openSchool } from '../shared/connection.ts';
import { testCourseLitApi } from '../shared/credentialTest.ts';
import { errorItem, toNodeError } from '../shared/errors.ts';
import { actionProperties } from '../shared/forms.ts';
import { ContentHint } from '../shared/hints.ts';
import { listSearch, loadOptions } from '../shared/references.ts';
import { runOperation } from '../shared/run.ts';

/** Does things in a school: every action and search of the catalogue. */
export class CourseLit implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'CourseLit',
    name: 'courseLit',
    icon: { light: 'file:../../icons/courselit.svg', dark: 'file:../../icons/courselit.dark.svg' },
    group: ['output'],
    version: [1],
    defaultVersion: 1,
    subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
    description:
      'Invite customers to courses, look up their progress, and manage products, payment plans, sections, lessons, files and users of a CourseLit school',
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
    const hint = new ContentHint();
    let opened: Promise<School> | undefined;
    for (let itemIndex = 0; itemIndex < this.getInputData().length; itemIndex++) {
      try {
        const school = await (opened ??= openSchool(this, 'run'));
        const operation = chosenOperation(this, itemIndex);
        for (const json of await runOperation(this, school, operation, itemIndex)) {
          results.push({ json, pairedItem: { item: itemIndex } });
          hint.see(operation, json, itemIndex);
        }
      } catch (error) {
        const failure = toNodeError(this.getNode(), error, itemIndex);
        if (!this.continueOnFail()) throw failure;
        results.push(errorItem(failure, itemIndex));
      }
    }
    hint.show(this);
    return [results];
  }
}

function chosenOperation(context: IExecuteFunctions, itemIndex: number): NodeOperation {
  const resource = context.getNodeParameter('resource', itemIndex) as string;
  const operation = context.getNodeParameter('operation', itemIndex) as string;
  const found = findOperation(resource, operation);
  if (found) return found;
  throw new NodeOperationError(context.getNode(), `There is no operation "${operation}" for "${resource}".`, {
    itemIndex,
    description: 'Choose the resource and the operation from their lists.',
  });
}
