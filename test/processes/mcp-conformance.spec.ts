/** The official conformance suite of the Model Context Protocol, its scenarios of servers, against `/mcp` (contract §4.21). */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { testApp, type TestApp } from '@test/support/test-app';

const ROOT = path.join(__dirname, '../..');
const SUITE = path.join(ROOT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const HOOKS = path.join(ROOT, 'test/support/conformance-on-node20.mjs');

const TEST_TOOL = 'calls a tool that only a server made for the suite has';
const NO_RESOURCES =
  'the server has no resources: names of resources would be text of others outside of a marked field';
const NO_PROMPTS = 'the server has no prompts';

/** Scenarios that do not apply, with the reason. Each must fail: the suite exits with 1 if one of them passes. */
const NOT_APPLICABLE: Readonly<Record<string, string>> = {
  'logging-set-level': 'the server sends no log messages to clients',
  'completion-complete': 'completion is for prompts and resources',
  'tools-call-simple-text': TEST_TOOL,
  'tools-call-image': TEST_TOOL,
  'tools-call-audio': TEST_TOOL,
  'tools-call-embedded-resource': TEST_TOOL,
  'tools-call-mixed-content': TEST_TOOL,
  'tools-call-with-logging': TEST_TOOL,
  'tools-call-error': TEST_TOOL,
  'tools-call-with-progress': TEST_TOOL,
  'tools-call-sampling': TEST_TOOL,
  'tools-call-elicitation': TEST_TOOL,
  'elicitation-sep1034-defaults': TEST_TOOL,
  'elicitation-sep1330-enums': TEST_TOOL,
  'server-sse-multiple-streams': 'needs a session, and the server keeps none',
  'resources-list': NO_RESOURCES,
  'resources-read-text': NO_RESOURCES,
  'resources-read-binary': NO_RESOURCES,
  'resources-templates-read': NO_RESOURCES,
  'resources-subscribe': NO_RESOURCES,
  'resources-unsubscribe': NO_RESOURCES,
  'prompts-list': NO_PROMPTS,
  'prompts-get-simple': NO_PROMPTS,
  'prompts-get-with-args': NO_PROMPTS,
  'prompts-get-embedded-resource': NO_PROMPTS,
  'prompts-get-with-image': NO_PROMPTS,
};

describe('the conformance suite of the Model Context Protocol', () => {
  let app: TestApp;
  let keyed: Server;
  let folder: string;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    const { readOnly } = await app.anAccount();
    keyed = withKey(app.address, readOnly);
    await new Promise<void>((resolve) => keyed.listen(0, '127.0.0.1', resolve));
    folder = mkdtempSync(path.join(tmpdir(), 'hrev-conformance-'));
  });
  afterAll(async () => {
    keyed?.close();
    await app?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The suite sends no key, so a server in front adds it. All other headers are those of the suite. */
  function withKey(address: string, key: string): Server {
    return createServer((received, response) => {
      const headers = { ...received.headers, 'x-api-key': key };
      const sent = request(`${address}${received.url}`, { method: received.method ?? 'GET', headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      sent.on('error', () => response.destroy());
      received.pipe(sent);
    });
  }

  const run = (...args: readonly string[]): Promise<{ readonly code: number; readonly text: string }> =>
    new Promise((resolve) => {
      const { port } = keyed.address() as AddressInfo;
      const words = ['--import', HOOKS, SUITE, 'server', '--url', `http://localhost:${port}/mcp`, ...args];
      execFile(process.execPath, words, { cwd: folder, maxBuffer: 2 ** 26 }, (error, out, err) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: `${out}${err}` }),
      );
    });

  it('passes all scenarios that apply, and each that does not apply fails', async () => {
    const expected = path.join(folder, 'expected-failures.yaml');
    writeFileSync(
      expected,
      `server:\n${Object.keys(NOT_APPLICABLE)
        .map((name) => `  - ${name}\n`)
        .join('')}`,
    );
    const { code, text } = await run('--expected-failures', expected);
    expect([code, code === 0 ? '' : text]).toEqual([0, '']);
  });

  it.each(['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'])('passes %s', async (scenario) => {
    const { code, text } = await run('--scenario', scenario);
    expect([code, code === 0 ? '' : text]).toEqual([0, '']);
  });
});
