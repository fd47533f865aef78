import {
  NodeApiError,
  NodeConnectionTypes,
  type IDataObject,
  type IHookFunctions,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  type JsonObject,
} from 'n8n-workflow';
import { send } from '../Hrev/request';
import { isSigned } from './signature';

/** A secret that was read, and when (milliseconds). */
interface KnownSecret {
  readonly value: string;
  readonly readAt: number;
}

/** A signature that does not fit makes the secret be read again, at most this often: forged requests cause few requests. */
const SECRET_READ_AGAIN_MS = 60_000;

/** The secrets of the accounts, by key. In memory only. */
const secrets = new Map<string, KnownSecret>();

/**
 * Starts a workflow with a delivery of hrev. Its webhook is created when the workflow is activated, and deleted when it is deactivated.
 * A delivery is accepted only with the signature of the account, so others cannot start the workflow.
 */
export class HrevTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'hrev Trigger',
    name: 'hrevTrigger',
    icon: { light: 'file:hrev.svg', dark: 'file:hrev.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts the workflow when reviews or replies arrive',
    defaults: { name: 'hrev Trigger' },
    usableAsTool: undefined,
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'hrevApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        options: [
          { name: 'Collection Ended', value: 'scrape.run.finished' },
          { name: 'New Replies', value: 'replies.new' },
          { name: 'New Reviews', value: 'reviews.new' },
          { name: 'Reviews Changed', value: 'reviews.updated' },
          { name: 'Reviews Deleted', value: 'reviews.deleted' },
          { name: 'Reviews Restored', value: 'reviews.restored' },
        ],
        default: ['reviews.new'],
      },
      {
        displayName: 'Object IDs',
        name: 'objectIds',
        type: 'string',
        default: '',
        description: 'IDs of objects, separated by commas; empty for all objects',
      },
      {
        displayName: 'One Item per Review',
        name: 'isSplit',
        type: 'boolean',
        default: true,
        description: 'Whether each review of a delivery becomes an item; otherwise the delivery is one item',
      },
    ],
  };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const known = this.getWorkflowStaticData('node');
        if (known.webhookId === undefined) return false;
        try {
          const webhook = await send(this, { method: 'GET', path: `/v3/webhooks/${String(known.webhookId)}` });
          return (
            webhook.is_active === true &&
            webhook.target === this.getNodeWebhookUrl('default') &&
            isWanted(this, webhook)
          );
        } catch (error) {
          if (statusOf(error) === 404) return false;
          throw new NodeApiError(this.getNode(), error as JsonObject);
        }
      },

      async create(this: IHookFunctions): Promise<boolean> {
        const known = this.getWorkflowStaticData('node');
        // One that has other events, or that the service has switched off, is replaced.
        if (known.webhookId !== undefined) await remove(this);
        const target = this.getNodeWebhookUrl('default') as string;
        const webhook = await send(this, { method: 'POST', path: '/v3/webhooks', body: { target, ...wantedOf(this) } });
        known.webhookId = webhook.id as number;
        return true;
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        const known = this.getWorkflowStaticData('node');
        if (known.webhookId === undefined) return true;
        await remove(this);
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const request = this.getRequestObject() as unknown as { rawBody?: Buffer; readRawBody?: () => Promise<void> };
    if (request.rawBody === undefined) await request.readRawBody?.();
    const { rawBody } = request;
    if (rawBody === undefined || !(await isGenuine(this, rawBody))) {
      this.getResponseObject().status(401).send('The signature is not that of the account').end();
      return { noWebhookResponse: true };
    }
    const delivery = JSON.parse(rawBody.toString('utf8')) as IDataObject;
    const isSplit = this.getNodeParameter('isSplit') as boolean;
    return { workflowData: [this.helpers.returnJsonArray(isSplit ? itemsOf(delivery) : [delivery])] };
  }
}

/** What the person has set, as the body of a request. */
function wantedOf(context: IHookFunctions): IDataObject {
  const ids = String(context.getNodeParameter('objectIds'))
    .split(/[\s,]+/)
    .filter((part) => part !== '');
  return {
    event_types: context.getNodeParameter('events') as string[],
    object_ids: ids.length === 0 ? null : ids.map(Number),
  };
}

/** Whether a webhook sends what the person has set. */
function isWanted(context: IHookFunctions, webhook: IDataObject): boolean {
  const wanted = wantedOf(context);
  const asText = (value: unknown): string => JSON.stringify(Array.isArray(value) ? [...value].sort() : value);
  return (['event_types', 'object_ids'] as const).every((name) => asText(wanted[name]) === asText(webhook[name]));
}

/** Deletes the webhook of the node. One that no longer exists counts as deleted. */
async function remove(context: IHookFunctions): Promise<void> {
  const known = context.getWorkflowStaticData('node');
  try {
    await send(context, { method: 'DELETE', path: `/v3/webhooks/${String(known.webhookId)}` });
  } catch (error) {
    if (statusOf(error) !== 404) throw new NodeApiError(context.getNode(), error as JsonObject);
  }
  delete known.webhookId;
}

/** Whether a request has the signature of the account. */
async function isGenuine(context: IWebhookFunctions, body: Buffer): Promise<boolean> {
  const { baseUrl, apiKey } = await context.getCredentials<{ baseUrl: string; apiKey: string }>('hrevApi');
  const account = `${baseUrl} ${apiKey}`;
  const headers = context.getHeaderData() as Record<string, unknown>;
  const now = Date.now();
  const known = secrets.get(account);
  if (known !== undefined && isSigned(body, headers, known.value, now / 1_000)) return true;
  if (known !== undefined && now - known.readAt < SECRET_READ_AGAIN_MS) return false;
  const { secret } = await send(context, { method: 'GET', path: '/v3/webhooks/secret' });
  secrets.set(account, { value: secret as string, readAt: now });
  return isSigned(body, headers, secret as string, now / 1_000);
}

/** One item for each review, with the object and the delivery that it is part of; the delivery itself if it has no reviews. */
function itemsOf(delivery: IDataObject): IDataObject[] {
  const objects = (delivery.objects ?? []) as { object_id: number; name: string; reviews?: IDataObject[] }[];
  const items = objects.flatMap(({ object_id: objectId, name, reviews = [] }) =>
    reviews.map((review) => ({
      event: delivery.event,
      delivery_id: delivery.delivery_id,
      object_id: objectId,
      object_name: name,
      review,
    })),
  );
  return items.length === 0 || delivery.truncated === true ? [delivery] : items;
}

/** The status of the response that an error of n8n has; 0 if there is none. */
function statusOf(error: unknown): number {
  const { httpCode, response, status } = error as {
    httpCode?: string;
    status?: number;
    response?: { status?: number };
  };
  return Number(httpCode ?? response?.status ?? status ?? 0);
}
