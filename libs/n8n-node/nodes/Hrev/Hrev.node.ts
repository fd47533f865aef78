import {
  NodeApiError,
  NodeConnectionTypes,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  type JsonObject,
} from 'n8n-workflow';
import { resultsOf } from './operations';
import { properties } from './properties';

/** Reads and changes what an account of hrev has: objects, reviews, replies, and files of reviews. */
export class Hrev implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'hrev',
    name: 'hrev',
    icon: { light: 'file:hrev.svg', dark: 'file:hrev.dark.svg' },
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'Read reviews of many platforms, and reply to them',
    defaults: { name: 'hrev' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'hrevApi', required: true }],
    properties,
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const results: INodeExecutionData[] = [];
    for (let item = 0; item < this.getInputData().length; item += 1) {
      try {
        results.push(...(await resultsOf(this, item)));
      } catch (error) {
        if (!this.continueOnFail()) throw new NodeApiError(this.getNode(), error as JsonObject, { itemIndex: item });
        results.push({ json: { error: (error as Error).message }, pairedItem: { item } });
      }
    }
    return [results];
  }
}
