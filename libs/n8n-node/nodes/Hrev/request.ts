import type {
  IDataObject,
  IExecuteFunctions,
  IHookFunctions,
  IHttpRequestMethods,
  IHttpRequestOptions,
  IWebhookFunctions,
} from 'n8n-workflow';

type Context = IExecuteFunctions | IHookFunctions | IWebhookFunctions;

/** A request to the API. Empty values of the query are left out, and lists are repeated parameters. */
export interface HrevRequest {
  readonly method: IHttpRequestMethods;
  readonly path: string;
  readonly query?: IDataObject;
  readonly body?: IDataObject;
  readonly headers?: IDataObject;
}

/** The settings of a request, with the address of the credentials. */
export async function optionsOf(context: Context, request: HrevRequest): Promise<IHttpRequestOptions> {
  const { baseUrl } = await context.getCredentials<{ baseUrl: string }>('hrevApi');
  const query = Object.entries(request.query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  return {
    method: request.method,
    url: `${baseUrl.replace(/\/$/, '')}${request.path}`,
    qs: Object.fromEntries(query),
    arrayFormat: 'repeat',
    headers: request.headers,
    ...(request.body === undefined ? {} : { body: request.body }),
    json: true,
    // A followed redirect would send the key to another host.
    disableFollowRedirect: true,
  };
}

/** Sends a request with the key of the credentials, and returns the body of its response. */
export async function send(context: Context, request: HrevRequest): Promise<IDataObject> {
  const options = await optionsOf(context, request);
  return (await context.helpers.httpRequestWithAuthentication.call(context, 'hrevApi', options)) as IDataObject;
}

const PAGE = 100;

/** The items of a list in pages, at most `limit`. An item that moves while the pages are read may be skipped or returned twice. */
export async function listOf(context: Context, request: HrevRequest, limit: number): Promise<IDataObject[]> {
  const items: IDataObject[] = [];
  for (;;) {
    const query = { ...request.query, limit: Math.min(PAGE, limit - items.length), offset: items.length };
    const page = await send(context, { ...request, query });
    const data = page.data as IDataObject[];
    items.push(...data);
    if (page.has_next !== true || data.length === 0 || items.length >= limit) return items;
  }
}
