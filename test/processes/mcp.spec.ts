/** `hrev mcp` of the build: an MCP server on standard input and output (contract §4.21, §12.3). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { CORPUS } from '@test/contract/agents/injection-corpus';
import { message } from '@test/contract/agents/mcp-harness';
import { insertChangedReviews } from '@test/support/review-factory';
import { aLink } from '@test/support/store-fixture';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';

const CLI = path.join(__dirname, '../../dist/src/cli/main.js');

describe('hrev mcp', () => {
  let app: TestApp;
  let account: TestAccount;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    account = await app.anAccount();
    const link = await aLink(app.database, { accountId: account.accountId });
    await insertChangedReviews(
      app.database,
      CORPUS.map(({ text }) => ({ ...link, rating: 2, text })),
    );
  });
  afterAll(() => app?.close());

  const environment = (more: Readonly<Record<string, string>> = {}) => ({
    PATH: process.env['PATH'] ?? '',
    HREV_URL: app.address,
    HREV_KEY: account.readOnly,
    ...more,
  });

  async function connected(
    args: readonly string[],
    { env = environment(), mode = 'auto' as 'auto' | 'legacy' } = {},
  ): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [CLI, 'mcp', ...args], env, stderr: 'pipe' }),
    );
    return client;
  }
  const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

  it.each<['auto' | 'legacy', string]>([
    ['auto', '2026-07-28'],
    ['legacy', '2025-11-25'],
  ])('a client with the negotiation %s has the revision %s, the tools, and their results', async (mode, revision) => {
    const client = await connected([], { mode });
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(await namesOf(client)).toHaveLength(9);
    const { structuredContent } = await client.callTool({ name: 'search_reviews', arguments: { limit: 50 } });
    expect(structuredContent).toMatchObject({ total: CORPUS.length });
    expect(JSON.stringify(structuredContent)).toContain('"untrusted"');
    await client.close();
  });

  it.each<[string, readonly string[], Readonly<Record<string, string>>]>([
    ['--lockdown', ['--lockdown'], {}],
    ['HREV_MCP_LOCKDOWN', [], { HREV_MCP_LOCKDOWN: 'true' }],
  ])('%s leaves out all text that others wrote', async (_, args, more) => {
    const client = await connected(args, { env: environment(more) });
    const { structuredContent } = await client.callTool({ name: 'search_reviews', arguments: { limit: 50 } });
    const sent = JSON.stringify([structuredContent, await client.listTools()]);
    expect(CORPUS.filter(({ mark }) => sent.includes(mark))).toEqual([]);
    expect(structuredContent).toMatchObject({ total: CORPUS.length });
    await client.close();
  });

  it('--toolsets chooses the tools', async () => {
    const client = await connected(['--toolsets', 'analytics']);
    expect(await namesOf(client)).toEqual(['analytics_summary', 'analytics_timeseries']);
    await client.close();
  });

  /** Runs the command until it ends; `input` is all that it gets. */
  async function run(args: readonly string[], env: Readonly<Record<string, string>>, input = '') {
    const child = spawn(process.execPath, [CLI, 'mcp', ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] });
    let [out, err] = ['', ''];
    child.stdout.on('data', (part: Buffer) => (out += part.toString()));
    child.stderr.on('data', (part: Buffer) => (err += part.toString()));
    child.stdin.end(input);
    const [code] = (await once(child, 'close')) as [number];
    return { code, out, err };
  }

  it.each<[string, readonly string[], () => Readonly<Record<string, string>>, number, RegExp]>([
    ['without a key', [], () => environment({ HREV_KEY: '' }), 2, /key/i],
    ['a key that is not valid', ['--key', 'hrev_x'], environment, 1, /unauthorized/],
    ['an address without a service', ['--url', 'http://127.0.0.1:9'], environment, 3, /no response/],
    ['an address that is none', ['--url', 'nowhere'], environment, 2, /nowhere|URL/],
    ['an unknown toolset', ['--toolsets', 'everything'], environment, 2, /Toolsets are/],
  ])('%s: one line on standard error, and the exit code', async (_, args, env, code, line) => {
    const result = await run(args, env());
    expect(result).toEqual({ code, out: '', err: expect.stringMatching(line) });
    expect(result.err).not.toContain(account.readOnly);
  });

  it('ends with its input; lines that are no messages change nothing, and standard output has messages only', async () => {
    const lines = [
      '',
      'not json',
      '[]',
      '{"jsonrpc":"2.0"}',
      JSON.stringify(
        message('initialize', {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: { name: 't', version: '1' },
        }),
      ),
    ];
    const child = spawn(process.execPath, [CLI, 'mcp'], { env: environment(), stdio: ['pipe', 'pipe', 'pipe'] });
    let out = '';
    child.stdout.on('data', (part: Buffer) => (out += part.toString()));
    child.stdin.write(`${lines.join('\n')}\n`);
    while (!out.includes('"serverInfo"')) await once(child.stdout, 'data');
    child.stdin.end();
    expect(await once(child, 'close')).toEqual([0, null]);
    for (const line of out.trimEnd().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  });
});
