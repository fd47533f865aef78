import { NodeOperationError, type IDataObject, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { listOf, optionsOf, send, type HrevRequest } from './request';

/** The results of an operation for one item of the input. */
export async function resultsOf(context: IExecuteFunctions, item: number): Promise<INodeExecutionData[]> {
  const name = `${text(context, 'resource', item)}.${text(context, 'operation', item)}`;
  if (name === 'export.download') return [await download(context, item)];
  const operation = OPERATIONS[name];
  if (operation === undefined)
    throw new NodeOperationError(context.getNode(), `There is no operation ${name}`, { itemIndex: item });
  const request = operation(context, item);
  const pairedItem = { item };
  if (!name.endsWith('.getAll')) {
    const body = await send(context, request);
    return [{ json: body || { deleted: true }, pairedItem }];
  }
  const isAll = context.getNodeParameter('returnAll', item) as boolean;
  const limit = isAll ? Infinity : (context.getNodeParameter('limit', item) as number);
  return (await listOf(context, request, limit)).map((json) => ({ json, pairedItem }));
}

type Operation = (context: IExecuteFunctions, item: number) => HrevRequest;

/** The requests of the operations by resource and operation. */
const OPERATIONS: Readonly<Record<string, Operation>> = {
  'object.create': (context, item) => ({
    method: 'POST',
    path: '/v3/objects',
    body: {
      name: text(context, 'name', item),
      links: lines(text(context, 'links', item)).map((url) => ({ url })),
    },
  }),
  'object.delete': (context, item) => ({ method: 'DELETE', path: `/v3/objects/${id(context, 'objectId', item)}` }),
  'object.get': (context, item) => ({ method: 'GET', path: `/v3/objects/${id(context, 'objectId', item)}` }),
  'object.getAll': (context, item) => ({ method: 'GET', path: '/v3/objects', query: filters(context, item) }),
  'object.update': (context, item) => ({
    method: 'PUT',
    path: `/v3/objects/${id(context, 'objectId', item)}`,
    body: { name: text(context, 'name', item) },
  }),
  'review.get': (context, item) => ({ method: 'GET', path: `/v3/reviews/${id(context, 'reviewId', item)}` }),
  'review.getAll': (context, item) => ({ method: 'GET', path: '/v3/reviews', query: filters(context, item) }),
  'reply.delete': (context, item) => ({
    method: 'DELETE',
    path: `/v3/reviews/${id(context, 'reviewId', item)}/reply`,
  }),
  'reply.get': (context, item) => ({ method: 'GET', path: `/v3/reviews/${id(context, 'reviewId', item)}/reply` }),
  'reply.getAll': (context, item) => ({ method: 'GET', path: '/v3/replies', query: filters(context, item) }),
  'reply.publish': (context, item) => ({
    method: 'PUT',
    path: `/v3/reviews/${id(context, 'reviewId', item)}/reply`,
    body: { text: text(context, 'text', item) },
  }),
  'export.create': (context, item) => ({
    method: 'POST',
    path: '/v3/exports',
    query: { format: text(context, 'format', item), ...filters(context, item) },
  }),
  'export.delete': (context, item) => ({ method: 'DELETE', path: `/v3/exports/${id(context, 'exportId', item)}` }),
  'export.get': (context, item) => ({ method: 'GET', path: `/v3/exports/${id(context, 'exportId', item)}` }),
};

/** The file of an export as binary data: a stream, which n8n keeps where its settings say. */
async function download(context: IExecuteFunctions, item: number): Promise<INodeExecutionData> {
  const exportId = id(context, 'exportId', item);
  const about = await send(context, { method: 'GET', path: `/v3/exports/${exportId}` });
  const options = await optionsOf(context, { method: 'GET', path: `/v3/exports/${exportId}/file` });
  const file = await context.helpers.httpRequestWithAuthentication.call(context, 'hrevApi', {
    ...options,
    json: false,
    encoding: 'stream',
  });
  const [name, type] = about.format === 'csv' ? ['csv', 'text/csv'] : ['jsonl', 'application/x-ndjson'];
  const property = text(context, 'binaryProperty', item);
  const data = await context.helpers.prepareBinaryData(file, `reviews-${exportId}.${name}`, type);
  return { json: about, binary: { [property]: data }, pairedItem: { item } };
}

const text = (context: IExecuteFunctions, name: string, item: number): string =>
  context.getNodeParameter(name, item) as string;

/** An id as a part of a path. Throws for what is none: an expression may give anything. */
function id(context: IExecuteFunctions, name: string, item: number): string {
  const value = String(context.getNodeParameter(name, item));
  if (!/^[1-9]\d{0,18}$/.test(value))
    throw new NodeOperationError(context.getNode(), `${name} must be the id of a resource: ${value}`, {
      itemIndex: item,
    });
  return value;
}

const lines = (value: string): string[] => value.split(/\s+/).filter((line) => line !== '');

/** The filters as a query. Texts with several ids become lists. */
function filters(context: IExecuteFunctions, item: number): IDataObject {
  const chosen = context.getNodeParameter('filters', item, {}) as IDataObject;
  const parts = Object.entries(chosen).map(([name, value]) => [name, /_ids$/.test(name) ? listed(value) : value]);
  return Object.fromEntries(parts) as IDataObject;
}

const listed = (value: unknown): string[] =>
  String(value)
    .split(/[\s,]+/)
    .filter((part) => part !== '');
