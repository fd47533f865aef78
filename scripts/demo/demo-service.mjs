/** What the demonstrations share: the sandbox, the service beside it in a temporary folder, and what they print. */
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { launch, stopAll } from '../own-processes.mjs';
import { prepareOrExit } from '../prepare.mjs';

const SERVICE_PORT = 4738;
const SANDBOX_PORT = 4740;
const START_LIMIT_MS = 300_000;
const COLLECT_LIMIT_MS = 300_000;
/** A deletion needs two complete passes with at least this time between them. */
export const DELETION_CONFIRM_S = 3;
const PLATFORMS = ['app-store', 'google', 'steam', 'trustpilot', 'booking', '2gis'];

/**
 * Runs `steps` with a new temporary folder, and removes it and all processes at the end. `steps` gets the folder and a promise that resolves
 * at the signal that stops the script. Returns the exit code.
 */
export async function demonstrate(steps, { needsBuildTools = false } = {}) {
  await prepareOrExit({ say: (line) => process.stderr.write(`hrev: ${line}\n`), needsBuildTools });
  const stopped = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => resolve('stopped'));
  });
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'hrev-demo-'));
  // As root, PostgreSQL runs as another user, who needs access to the folder.
  fs.chmodSync(home, 0o711);
  try {
    await Promise.race([steps(home, stopped), stopped]);
    return 0;
  } catch (error) {
    process.stderr.write(`hrev: the demo failed: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  } finally {
    await stopAll();
    fs.rmSync(home, { recursive: true, force: true });
  }
}

/** Starts the sandbox, and returns its address. */
export async function startSandbox() {
  const port = await freePort(SANDBOX_PORT);
  const child = launch(['dist/src/cli/main.js', 'sandbox', '--port', String(port)]);
  await until('the sandbox', START_LIMIT_MS, () => child.output().includes('The sandbox simulates'), child);
  return `http://127.0.0.1:${port}`;
}

/** Starts the service with its data in `home`. Returns its address, its first key of scope `full`, and its environment. */
export async function startService(home, sandbox) {
  const port = await freePort(SERVICE_PORT);
  const settings = {
    PORT: String(port),
    HREV_METRICS_PORT: '0',
    HREV_HOME: home,
    HREV_ALLOW_PRIVATE_TARGETS: 'true',
    HREV_DELETION_CONFIRM_AFTER: `${DELETION_CONFIRM_S}s`,
    HREV_SOURCE_ORIGINS: JSON.stringify(Object.fromEntries(PLATFORMS.map((slug) => [slug, sandbox]))),
  };
  const child = launch(['dist/src/main.js'], settings);
  await until('the service', START_LIMIT_MS, () => child.output().includes('hrev is ready'), child);
  const key = /full\s+(hrev_\w+)/.exec(fs.readFileSync(path.join(home, 'first-start-keys'), 'utf8'))?.[1] ?? '';
  return { api: `http://localhost:${port}`, key, settings };
}

/** Waits until no link of the object is being collected. */
export async function collected({ api, key }, objectId) {
  await until('the collection', COLLECT_LIMIT_MS, async () => {
    const response = await fetch(`${api}/v3/objects/${objectId}/links`, { headers: { 'X-API-Key': key } });
    const { data } = await response.json();
    return data.every((link) => ['success', 'failed'].includes(link.scrape_status));
  });
}

/** Starts the example receiver of webhooks. Returns its address and what it has printed. */
export async function startReceiver(preferred, secret, announce) {
  const port = await freePort(preferred);
  announce(port);
  const child = launch(['docs/examples/receive-webhook.mjs'], { HREV_SIGNING_SECRET: secret, PORT: String(port) });
  await until('the receiver', START_LIMIT_MS, () => child.output().includes('listening'), child);
  return { url: `http://127.0.0.1:${port}/`, output: child.output };
}

/** Polls until `isDone` returns true. Throws when the time is over, or when the process has ended. */
export async function until(what, limitMs, isDone, child) {
  const deadline = Date.now() + limitMs;
  while (!(await isDone())) {
    if (child && child.exitCode !== null) throw new Error(`${what} ended:\n${child.output()}`);
    if (Date.now() > deadline) throw new Error(`${what} took too long`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** The given port, or another one if it is in use. */
function freePort(preferred) {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', () => (preferred === 0 ? reject(new Error('no port is free')) : resolve(freePort(0))));
    server.listen(preferred, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

export const indented = (text) => text.trimEnd().replace(/^/gm, '    ');
export const title = (text) => say(`\n${process.stdout.isTTY ? `\u001b[1m${text}\u001b[0m` : text}`);

export function say(text) {
  process.stdout.write(`${text}\n`);
}
