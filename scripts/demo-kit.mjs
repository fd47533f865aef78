/**
 * `npm run demo:kit`: what an integrator uses, from the start to an agent, with the seconds of each step: the SDK, deliveries on this machine,
 * an export that DuckDB reads, and an MCP client that may read and not publish. Each step checks its result, and the script fails with the
 * first one that is wrong. The platforms are the sandbox; no request leaves the machine. All data is temporary.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  collected,
  demonstrate,
  indented,
  say,
  startReceiver,
  startSandbox,
  startService,
  title,
  until,
} from './demo/demo-service.mjs';
import { launch, stop } from './own-processes.mjs';
import { ROOT } from './prepare.mjs';

const RECEIVER_PORT = 9000;
const WAIT_MS = 120_000;
const DAY_MS = 86_400_000;
const APP = 'https://apps.apple.com/us/app/sandbox-app/id6400000001';
const GAME = 'https://store.steampowered.com/app/900100/Sandbox_Game/';

const durations = [];

async function run(home) {
  const sandbox = await startSandbox();
  const service = await step('Start the service, and collect the reviews of two pages', () => begin(home, sandbox));
  const sdk = await step('Read reviews with the SDK: docs/examples/print-reviews.mjs', () =>
    readWithSdk(home, service),
  );
  await step('Receive a signed event on this machine: hrev listen, hrev trigger', () => listen(home, service));
  await step('Export all reviews, and count them with DuckDB', () => exportAndCount(home, sdk));
  await step('Ask for the worst reviews of the last week by MCP, and try to publish', () => askAgent(service, sdk));
  title('Done');
  for (const [what, seconds] of durations) say(`${seconds.toFixed(1).padStart(6)} s  ${what}`);
}

async function step(what, act) {
  title(`${durations.length + 1}. ${what}`);
  const began = performance.now();
  const result = await act();
  durations.push([what, (performance.now() - began) / 1_000]);
  return result;
}

async function begin(home, sandbox) {
  // Reviews of the last week, for the last step.
  for (const [rating, text] of [
    [1, 'It ends whenever I open the map'],
    [2, 'Slow since the last update'],
  ])
    await send('POST', `${sandbox}/_sandbox/app-store/6400000001/reviews`, { author: 'Nora Newcomer', text, rating });
  const service = await startService(home, sandbox);
  const links = [{ url: APP }, { url: GAME }];
  const object = await send('POST', `${service.api}/v3/objects`, { name: 'Harbour Times', links }, service.key);
  await collected(service, object.id);
  say(indented(`${service.api} serves object ${object.id}`));
  return { ...service, objectId: object.id };
}

/** Builds the package, runs the example in a folder that has only the package, and returns a client. */
async function readWithSdk(home, { api, key }) {
  const folder = path.join(home, 'client');
  const installed = path.join(folder, 'node_modules/@hrev/sdk');
  fs.mkdirSync(installed, { recursive: true });
  fs.copyFileSync(path.join(ROOT, 'libs/sdk/package.json'), path.join(installed, 'package.json'));
  runNode([path.join(ROOT, 'scripts/build-sdk.mjs'), path.join(installed, 'dist')]);
  const example = path.join(folder, 'print-reviews.mjs');
  fs.copyFileSync(path.join(ROOT, 'docs/examples/print-reviews.mjs'), example);
  const printed = runNode([example], { HREV_URL: api, HREV_KEY: key });
  check(/^\d+ reviews; the newest:\n/.test(printed), `the example printed: ${printed}`);
  say(indented(printed));
  const { Hrev } = await import(pathToFileURL(path.join(installed, 'dist/index.mjs')).href);
  return new Hrev({ baseUrl: api, apiKey: key });
}

/** The receiver prints only events whose signature it has checked. */
async function listen(home, { api, key }) {
  const settings = { HREV_URL: api, HREV_KEY: key, HREV_HOME: path.join(home, 'laptop') };
  const secret = hrev(['listen', '--print-secret'], settings).trim();
  const receiver = await startReceiver(RECEIVER_PORT, secret, () => undefined);
  const forward = ['--forward-to', `${receiver.url}hook`];
  say(indented(`$ hrev listen ${forward.join(' ')}\n$ hrev trigger reviews.new`));
  const listener = launch(['dist/src/cli/main.js', 'listen', ...forward, '--remove'], settings);
  await until('the listener', WAIT_MS, () => listener.output().includes('Listener'), listener);
  hrev(['trigger', 'reviews.new'], settings);
  await until('the event', WAIT_MS, () => receiver.output().includes('reviews.new, delivery'), listener);
  say(indented(receiver.output()));
  await stop(listener);
}

async function exportAndCount(home, sdk) {
  const { id } = await sdk.exports.request({ format: 'jsonl' });
  await until('the export', WAIT_MS, async () => {
    const { state, error } = await sdk.exports.get(id);
    check(state !== 'failed', `the export failed: ${error}`);
    return state === 'finished';
  });
  const file = path.join(home, 'reviews.jsonl');
  const { writable, written } = toFile(file);
  await (await sdk.exports.download(id)).pipeTo(writable);
  await written;
  const counted = await countBySource(file);
  const { summary, by_source: sources } = await sdk.analytics.get({ min_rating: 0 });
  const expected = Object.fromEntries(sources.map((one) => [one.source_name, one.review_count]));
  say(indented(`DuckDB:    ${JSON.stringify(counted)}\nanalytics: ${JSON.stringify(expected)}`));
  const sum = Object.values(counted).reduce((one, other) => one + other, 0);
  check(sum === summary.total_reviews, `DuckDB has ${sum} reviews, the API ${summary.total_reviews}`);
  for (const [source, count] of Object.entries(expected))
    check(counted[source] === count, `${source}: ${counted[source]} in the file, ${count} in the API`);
}

function toFile(file) {
  const stream = fs.createWriteStream(file);
  const written = new Promise((resolve, reject) => stream.once('finish', resolve).once('error', reject));
  const writable = new WritableStream({
    write: (bytes) => new Promise((resolve) => stream.write(bytes, resolve)),
    close: () => void stream.end(),
  });
  return { writable, written };
}

async function countBySource(file) {
  // Packages are imported where they are used: a fresh clone installs them first.
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    const reader = await connection.runAndReadAll(
      'select source_slug, count(*)::int as n from read_json_auto($file) group by all order by all',
      { file },
    );
    return Object.fromEntries(reader.getRows());
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** The client has a key that reads and proposes. What it proposes waits for a person. */
async function askAgent({ api, objectId, settings }, sdk) {
  const account = await sdk.account.get();
  const issue = ['key', 'issue', '--account', String(account.id), '--scope', 'propose', '--name', 'agent'];
  const key = /hrev_\w+/.exec(hrev(issue, settings))?.[0] ?? '';
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const client = new Client({ name: 'demo', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  const headers = { Authorization: `Bearer ${key}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${api}/mcp?toolsets=reviews,replies`), { requestInit: { headers } }),
  );
  try {
    const { tools } = await client.listTools();
    const from = new Date(Date.now() - 7 * DAY_MS).toISOString().slice(0, 10);
    const asked = { object_id: objectId, from, max_rating: 2, sort: 'worst', limit: 5 };
    const { reviews } = (await client.callTool({ name: 'search_reviews', arguments: asked })).structuredContent;
    check(reviews.length >= 2, `the worst reviews of the week: ${JSON.stringify(reviews)}`);
    say(indented(reviews.map((review) => JSON.stringify(review)).join('\n')));
    const writing = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name);
    check(writing.join() === 'propose_reply', `the tools that write: ${writing.join()}`);
    const unanswered = reviews.find((review) => !review.has_reply);
    check(unanswered, 'none of the worst reviews is unanswered');
    const reply = { review_id: unanswered.id, text: 'We are sorry. An update is on its way.' };
    const proposed = await client.callTool({ name: 'propose_reply', arguments: reply });
    const direct = await fetch(`${api}/v3/reviews/${reply.review_id}/reply`, {
      method: 'PUT',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ text: reply.text }),
    });
    check(direct.status === 403, `the key of the agent may publish: ${direct.status}`);
    const { reply_text: published } = await sdk.reviews.get(reply.review_id);
    check(published === null, `a reply is published: ${published}`);
    const outcome = proposed.structuredContent?.next ?? proposed.content[0]?.text;
    say(indented(`propose_reply: ${outcome}\nPUT /v3/reviews/${reply.review_id}/reply with its key: ${direct.status}`));
  } finally {
    await client.close();
  }
}

function hrev(args, settings) {
  return runNode([path.join(ROOT, 'dist/src/cli/main.js'), ...args], settings);
}

/** What the program prints. Throws if it fails. */
function runNode(args, settings = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...settings },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${path.basename(args[0])} ${args[1] ?? ''} failed:\n${stdout}${stderr}`);
  return stdout;
}

async function send(method, url, body, key) {
  const headers = { 'Content-Type': 'application/json', ...(key && { 'X-API-Key': key }) };
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
  const text = await response.text();
  check(response.ok, `${method} ${url} answered ${response.status}: ${text}`);
  return text === '' ? null : JSON.parse(text);
}

function check(isRight, problem) {
  if (!isRight) throw new Error(problem);
}

process.exitCode = await demonstrate(run, { needsBuildTools: true });
