/** What n8n asks a node for while a workflow is built: the products and sections of the school. */
import { listReferences, referenceId, type ReferenceNoun, type ReferencePage } from '@courselit-connector/core';
import type {
  ILoadOptionsFunctions,
  INodeListSearchItems,
  INodeListSearchResult,
  INodePropertyOptions,
} from 'n8n-workflow';
import { openSchool } from './connection.ts';
import { toNodeError } from './errors.ts';
import { locatorValue } from './locator.ts';

/** All of them, and by their names here: the methods of a node are named when it is loaded, before the connector is. */
const NOUNS = Object.keys({
  product: true,
  section: true,
  lesson: true,
  paymentPlan: true,
  customer: true,
} satisfies Record<ReferenceNoun, true>) as ReferenceNoun[];

/** More than anybody looks through in a list that cannot be searched; further ones are given by expression. */
const MOST_OPTIONS = 1000;

/** `paymentPlan` as it stands in the name of a method: `PaymentPlan`. */
const inName = (noun: ReferenceNoun) => noun.replace(/^./, (first) => first.toUpperCase());

export const searchMethod = (noun: ReferenceNoun): string => `search${inName(noun)}s`;
export const loadMethod = (noun: ReferenceNoun): string => `get${inName(noun)}s`;

type Search = (
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
) => Promise<INodeListSearchResult>;
type Load = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

/** One page of a resource locator's list. */
function search(noun: ReferenceNoun): Search {
  return async function (filter, paginationToken) {
    try {
      const page = await listReferences(await openSchool(this, 'list'), noun, {
        search: filter,
        cursor: paginationToken,
        productId: chosenProduct(this),
      });
      return { results: page.options.map(listItem), ...(page.next !== undefined && { paginationToken: page.next }) };
    } catch (error) {
      throw toNodeError(this.getNode(), error);
    }
  };
}

/** All of a kind, for a field that takes several. */
function load(noun: ReferenceNoun): Load {
  return async function () {
    try {
      const school = await openSchool(this, 'list');
      const options: INodePropertyOptions[] = [];
      let cursor: string | undefined;
      do {
        const page = await listReferences(school, noun, { cursor, productId: chosenProduct(this) });
        options.push(...page.options.map(option));
        cursor = page.next;
      } while (cursor !== undefined && options.length < MOST_OPTIONS);
      return options;
    } catch (error) {
      throw toNodeError(this.getNode(), error);
    }
  };
}

export const listSearch: Record<string, Search> = Object.fromEntries(
  NOUNS.map((noun) => [searchMethod(noun), search(noun)]),
);
export const loadOptions: Record<string, Load> = Object.fromEntries(
  NOUNS.map((noun) => [loadMethod(noun), load(noun)]),
);

function option({ value, label, note }: ReferencePage['options'][number]): INodePropertyOptions {
  return { name: note ? `${label} (${note})` : label, value };
}

/** In a list that can be searched, each line leads to the page of its thing. */
function listItem(one: ReferencePage['options'][number]): INodeListSearchItems {
  return { name: option(one).name, value: one.value, ...(one.url && { url: one.url }) };
}

/** The product that is chosen in the form, where it has one; an expression cannot be known yet. */
function chosenProduct(context: ILoadOptionsFunctions): string | undefined {
  const value = locatorValue(context.getCurrentNodeParameter('productId'));
  if (typeof value !== 'string' || value.trim() === '' || value.startsWith('=')) return undefined;
  return referenceId({ key: 'productId', label: 'Product', to: 'product' }, value.trim());
}
