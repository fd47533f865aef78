import path from 'node:path';

/** The parts of n8n-workflow that the tests of libs/n8n-node use. */
export const N8N_NODE = path.resolve(__dirname, '../../libs/n8n-node');

export type Values = Record<string, unknown>;

export interface NodeDescription extends Values {
  readonly name: string;
  readonly properties: readonly Values[];
}

export interface NodeType {
  readonly description: NodeDescription;
  execute(this: object): Promise<readonly (readonly Item[])[]>;
  webhook(
    this: object,
  ): Promise<{ readonly noWebhookResponse?: boolean; readonly workflowData?: readonly (readonly Item[])[] }>;
  readonly webhookMethods: {
    readonly default: Record<'checkExists' | 'create' | 'delete', (this: object) => Promise<boolean>>;
  };
}

export interface Item {
  readonly json: Values;
  readonly binary?: Record<string, { readonly fileName: string; readonly data: Buffer }>;
  readonly pairedItem?: { readonly item: number };
}

interface CredentialType {
  readonly name: string;
  readonly properties: readonly Values[];
  readonly authenticate: { readonly properties: { readonly headers: Record<string, string> } };
  readonly test: { readonly request: { readonly url: string; readonly baseURL: string } };
}

interface NodeHelpers {
  getNodeParameters(...args: readonly unknown[]): Values | null;
  getNodeParametersIssues(...args: readonly unknown[]): { readonly parameters?: Values } | null;
}

interface N8n {
  readonly NodeHelpers: NodeHelpers;
  readonly NodeApiError: new (node: Values, error: object) => Error;
}

/** The modules; they are loaded when they are asked for. */
export const n8n = {
  workflow: (): N8n => jest.requireActual<N8n>('n8n-workflow'),
  node: (): NodeType => new (moduleOf<{ Hrev: new () => NodeType }>('nodes/Hrev/Hrev.node.ts').Hrev)(),
  trigger: (): NodeType =>
    new (moduleOf<{ HrevTrigger: new () => NodeType }>('nodes/HrevTrigger/HrevTrigger.node.ts').HrevTrigger)(),
  credentials: (): CredentialType =>
    new (moduleOf<{ HrevApi: new () => CredentialType }>('credentials/HrevApi.credentials.ts').HrevApi)(),
};

const moduleOf = <T extends object>(file: string): T => jest.requireActual<T>(path.join(N8N_NODE, file));

/** The node as a workflow has it. */
export const nodeOf = ({ name }: NodeDescription, parameters: Values): Values => ({
  id: 'node-1',
  name,
  type: name,
  typeVersion: 1,
  position: [0, 0],
  parameters,
});

interface Options {
  readonly method: string;
  readonly url: string;
  readonly qs?: Values;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly encoding?: string;
}

/** What n8n gives to a node: parameters with their defaults, credentials, and requests to the real service. */
export class NodeContext {
  readonly staticData: Values = {};
  /** For `continueOnFail`. */
  doesContinue = false;
  /** The request of a webhook. */
  request: { readonly headers: Values; readonly rawBody?: Buffer } = { headers: {} };
  /** The status of the response of a webhook; null if the node sent none. */
  status: number | null = null;
  readonly helpers: Values;
  private readonly parameters: Values;

  constructor(
    private readonly type: NodeType,
    given: Values,
    private readonly settings: { readonly baseUrl: string; readonly apiKey: string },
    private readonly webhookUrl = '',
  ) {
    const { description } = type;
    const { NodeHelpers } = n8n.workflow();
    const node = nodeOf(description, given);
    this.parameters =
      NodeHelpers.getNodeParameters(description.properties, given, true, false, node, description) ?? {};
    const whole = nodeOf(description, this.parameters);
    const issues = NodeHelpers.getNodeParametersIssues(description.properties, whole, description);
    if (issues !== null) throw new Error(JSON.stringify(issues));
    this.helpers = {
      httpRequestWithAuthentication: (_: string, options: Options) => this.send(options),
      returnJsonArray: (rows: readonly Values[]) => rows.map((json) => ({ json })),
      prepareBinaryData: (data: Buffer, fileName: string) => Promise.resolve({ data, fileName }),
    };
  }

  readonly getInputData = (): readonly Item[] => [{ json: {} }];
  readonly getNode = (): Values => nodeOf(this.type.description, this.parameters);
  readonly continueOnFail = (): boolean => this.doesContinue;
  readonly getCredentials = (): Promise<Values> => Promise.resolve({ ...this.settings });
  readonly getWorkflowStaticData = (): Values => this.staticData;
  readonly getNodeWebhookUrl = (): string => this.webhookUrl;
  readonly getHeaderData = (): Values => this.request.headers;
  readonly getRequestObject = (): object => this.request;
  readonly getResponseObject = (): object => {
    const response = {
      status: (code: number) => {
        this.status = code;
        return response;
      },
      send: () => response,
      end: () => response,
    };
    return response;
  };

  /** With an index for `execute`, and without one for webhooks. */
  readonly getNodeParameter = (name: string, ...rest: readonly unknown[]): unknown => {
    const value = this.parameters[name] ?? rest[1];
    if (value === undefined) throw new Error(`Could not get parameter ${name}`);
    return value;
  };

  /** As n8n does: the headers of the credential, lists as repeated parameters, and errors as NodeApiError. */
  private async send({ method, url, qs = {}, headers, body, encoding }: Options): Promise<unknown> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(qs)) for (const one of [value].flat()) query.append(name, String(one));
    const own = Object.entries(n8n.credentials().authenticate.properties.headers).map(([name, value]) => [
      name,
      value.replace('={{$credentials.apiKey}}', this.settings.apiKey),
    ]);
    const response = await fetch(`${url}?${query.toString()}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
        ...(Object.fromEntries(own) as Record<string, string>),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'manual',
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (!response.ok) {
      const cause = new Error(`Request failed with status code ${response.status}`);
      const data = JSON.parse(bytes.toString('utf8')) as Values;
      const error = Object.assign(cause, { response: { status: response.status, data } });
      throw new (n8n.workflow().NodeApiError)(this.getNode(), error);
    }
    if (encoding === 'stream') return bytes;
    return bytes.length === 0 ? '' : JSON.parse(bytes.toString('utf8'));
  }
}
