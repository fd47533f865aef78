import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client';
import { aLink, type LinkFixture } from '@test/support/store-fixture';
import type { TestApp } from '@test/support/test-app';

export type Json = Record<string, unknown>;

/** Revisions of clients. */
export const REVISIONS = ['2026-07-28', '2025-06-18', '2025-03-26'] as const;
export type Revision = (typeof REVISIONS)[number];

/** The official client on one app, with a key. */
export class Agent {
  private constructor(readonly client: Client) {}

  static async connect(
    app: Pick<TestApp, 'address'>,
    key: string,
    { query = '', revision = '2026-07-28' }: { readonly query?: string; readonly revision?: Revision } = {},
  ): Promise<Agent> {
    const client = new Client(
      { name: 'test', version: '1' },
      revision === '2026-07-28'
        ? { versionNegotiation: { mode: { pin: revision } } }
        : { supportedProtocolVersions: [revision], versionNegotiation: { mode: 'legacy' } },
    );
    const address = new URL(`${app.address}/mcp${query}`);
    await client.connect(
      new StreamableHTTPClientTransport(address, { requestInit: { headers: { Authorization: `Bearer ${key}` } } }),
    );
    return new Agent(client);
  }

  async tools(): Promise<readonly string[]> {
    return (await this.client.listTools()).tools.map(({ name }) => name);
  }

  /** The result of a call, whether it succeeded or not. */
  call(name: string, args: Json = {}): Promise<CallToolResult> {
    return this.client.callTool({ name, arguments: args }) as Promise<CallToolResult>;
  }

  /** The structured content of a call that must succeed; its text must be the same. */
  async read(name: string, args: Json = {}): Promise<Json> {
    const result = await this.call(name, args);
    expect([result.isError, result.content]).toEqual([undefined, [{ type: 'text', text: expect.any(String) }]]);
    const { notice: _notice, ...text } = JSON.parse(textOf(result)) as Json;
    expect(text).toEqual(result.structuredContent);
    return result.structuredContent as Json;
  }

  /** The error of a call that must fail. */
  async fail(name: string, args: Json = {}): Promise<Json> {
    const result = await this.call(name, args);
    expect(result.isError).toBe(true);
    return (JSON.parse(textOf(result)) as { error: Json }).error;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

export const textOf = ({ content }: CallToolResult): string =>
  content.map((part) => (part.type === 'text' ? part.text : '')).join('');

/** What a client accepts, as the protocol requires. */
export const ACCEPTED = 'application/json, text/event-stream';

/** Sends bytes to `/mcp` as a client without the official package does. */
export async function post(
  app: Pick<TestApp, 'address'>,
  body: string,
  headers: Readonly<Record<string, string>>,
  query = '',
): Promise<{ readonly status: number; readonly headers: Headers; readonly text: string }> {
  const response = await fetch(`${app.address}/mcp${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: ACCEPTED, ...headers },
    body,
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** A link of the account whose reviews can be answered. No worker runs, so a reply that is accepted stays pending. */
export async function anAnswerableLink(
  { database }: Pick<TestApp, 'database'>,
  accountId: number,
): Promise<LinkFixture> {
  const [source] = await database.query<{ id: number }>(`select id from source where slug = 'google'`);
  const link = await aLink(database, { accountId, sourceId: source?.id ?? 0 });
  await database.query(
    `insert into platform_connection (account_id, object_id, source_id, sealed, key_id, card) values ($1, $2, $3, '\\x00', '', 'c')`,
    [accountId, link.objectId, link.sourceId],
  );
  return link;
}

/** A message of the revisions before 2026-07-28. */
export const message = (method: string, params: object = {}, id: number | null = 1): Json => ({
  jsonrpc: '2.0',
  ...(id === null ? {} : { id }),
  method,
  params,
});
