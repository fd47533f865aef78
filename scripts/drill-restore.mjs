/**
 * `npm run drill:restore [-- --short]`: a restore as in earnest, in a temporary folder that is removed at the end. The service collects
 * reviews, a client writes ten times a second and notes each write that was acknowledged, and a backup is taken meanwhile. Then
 * 1. a client deletes all objects of an account: the database is restored to the minute before, once without the encryption key, which
 *    is refused, and once with it;
 * 2. the machine is lost: everything is killed, and the disk of the database is gone. It is restored on an empty home.
 * Each time the restored service is compared with the notes. Prints RPO and RTO in seconds, and exits with 1 if something is missing.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import zlib from 'node:zlib';
import { launch, stop, stopAll } from './own-processes.mjs';
import { prepareOrExit } from './prepare.mjs';

const isShort = process.argv.includes('--short');
/** Seconds of writing after the backup and before the restored moment; how far that is before the mistake; writing before the machine is lost. */
const { WRITING_S, BACK_S, AFTER_S } = isShort
  ? { WRITING_S: 4, BACK_S: 2, AFTER_S: 4 }
  : { WRITING_S: 30, BACK_S: 60, AFTER_S: 20 };
const WRITE_EVERY_MS = 100;
const LIMIT_MS = 600_000;
/** The log is flushed once a second; a loss of more than this fails the drill. */
const MAX_LOSS_S = 5;
const PAGES = [
  'https://apps.apple.com/us/app/sandbox-app/id6400000001',
  'https://store.steampowered.com/app/900100/Sandbox_Game/',
];

const top = fs.mkdtempSync(path.join(os.tmpdir(), 'hrev-drill-'));
// As root, PostgreSQL runs as another user, who needs access to the folder.
fs.chmodSync(top, 0o711);
const backups = path.join(top, 'backups');
const failures = [];
let sandboxOrigin = '';

async function run() {
  await prepareOrExit({ say: (line) => process.stderr.write(`hrev: ${line}\n`) });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => void cleanUp().then(() => process.exit(1)));
  try {
    await drill();
  } catch (error) {
    check('the drill', false, inspect(error));
  } finally {
    await cleanUp();
  }
  say(failures.length === 0 ? 'The drill has passed.' : `The drill has FAILED: ${failures.join('; ')}`);
  return failures.length === 0 ? 0 : 1;
}

async function drill() {
  const port = await freePort();
  const sandbox = launch(['dist/src/cli/main.js', 'sandbox', '--port', String(port)]);
  await until('the sandbox', () => sandbox.output().includes('The sandbox simulates'), sandbox);
  sandboxOrigin = `http://127.0.0.1:${port}`;
  const site = await prepareSite(path.join(top, 'home'));
  const mistake = await restoreMistake(site);
  const machine = await restoreMachine(site);
  say('');
  report('mistake', mistake);
  report('lost machine', machine);
  say(`result: ${JSON.stringify({ mistake: mistake.result, machine: machine.result })}`);
}

/** A service with collected reviews of one account, and an object of another account to which a client writes. */
async function prepareSite(home) {
  const service = await startService(home);
  const [victim, writer] = [await newAccount(home, 'Victim'), await newAccount(home, 'Writer')];
  const objects = [];
  for (const name of ['Harbour', 'Station', 'Airport']) {
    const links = PAGES.map((url) => ({ url }));
    objects.push((await call(service, victim, 'POST', '/v3/objects', { name, links })).id);
  }
  await collected(service, victim, objects);
  const truth = await stateOf(service, victim, objects);
  say(`${objects.length} objects with ${truth.reviews} reviews, and a signing secret`);
  const counter = (await call(service, writer, 'POST', '/v3/objects', { name: 'write 0' })).id;
  return { home, service, victim, writer, objects, truth, counter, written: 0 };
}

/** All objects of an account are deleted, and the moment before is restored. */
async function restoreMistake(site) {
  const { home, victim, writer, objects, truth, counter } = site;
  const notes = new Notes(site.service, writer, counter);
  notes.start();
  const taken = JSON.parse(await hrev(home, 'backup', '--json'));
  say(`backup ${taken.backup}: ${taken.bytes} bytes in ${taken.seconds} s, while the client wrote`);
  check('the log follows the backup', taken.continued, JSON.stringify(taken));
  await pause((WRITING_S + BACK_S) * 1000);
  const mistakeAt = Date.now();
  for (const id of objects) await call(site.service, victim, 'DELETE', `/v3/objects/${id}`);
  say(`mistake at ${iso(mistakeAt)}: all objects of an account were deleted`);
  await pause(1500);

  const target = mistakeAt - BACK_S * 1000;
  const outageAt = Date.now();
  await notes.stop();
  await stop(site.service.child);
  const stoppedAt = Date.now();
  await keyIsNeeded(home, target);
  const refusalMs = Date.now() - stoppedAt;
  const restored = JSON.parse(await hrev(home, 'restore', '--to', iso(target), '--json'));
  site.service = await startService(home);
  site.written = await readCounter(site.service, writer, counter);
  // The attempt without the key is part of the drill, not of a restore.
  const rto = seconds(Date.now() - outageAt - refusalMs);
  const loss = notes.compare('the restore to a moment', site.written, target);
  compareState('the objects before the mistake', truth, await stateOf(site.service, victim, objects));
  await dataIsSound(home);
  say(`restored to ${iso(target)}, ${BACK_S} s before the mistake; last transaction ${restored.last_transaction_at}`);
  return { loss, rto, result: { rpo_seconds: loss.seconds, rto_seconds: rto, lost_writes: loss.writes } };
}

/** Everything is killed, the disk of the database is gone, and an empty home is restored. */
async function restoreMachine(site) {
  const { home, victim, writer, objects, truth, counter } = site;
  const notes = new Notes(site.service, writer, counter, site.written);
  notes.start();
  await pause(AFTER_S * 1000);
  const lostAt = Date.now();
  notes.abandon();
  await loseMachine(site.service.child, home);
  const elsewhere = path.join(top, 'elsewhere');
  fs.mkdirSync(elsewhere, { mode: 0o711 });
  fs.copyFileSync(path.join(home, 'encryption-key'), path.join(elsewhere, 'encryption-key'));
  await hrev(elsewhere, 'restore', '--json');
  site.service = await startService(elsewhere);
  const restored = await readCounter(site.service, writer, counter);
  const rto = seconds(Date.now() - lostAt);
  const loss = notes.compare('the restore of a lost machine', restored, lostAt);
  compareState('the objects after the loss of the machine', truth, await stateOf(site.service, victim, objects));
  check('the lost seconds', loss.seconds <= MAX_LOSS_S, `${loss.seconds} s`);
  await dataIsSound(elsewhere);
  const verified = JSON.parse(await hrev(elsewhere, 'backup', 'verify', '--json'));
  check('hrev backup verify', verified.ok, JSON.stringify(verified));
  keyIsAbsent(path.join(home, 'encryption-key'));
  return { loss, rto, result: { rpo_seconds: loss.seconds, rto_seconds: rto, lost_writes: loss.writes } };
}

const report = (what, { loss, rto }) =>
  say(`${what.padEnd(14)}  RPO ${loss.seconds} s (${loss.writes} of ${loss.of} acknowledged writes), RTO ${rto} s`);

/** A client that numbers its writes, and notes when each was sent and acknowledged. */
class Notes {
  acknowledged = [];
  isRunning = true;
  isAbandoned = false;
  loop = Promise.resolve();

  constructor(service, key, id, from = 0) {
    Object.assign(this, { service, key, id, next: from + 1 });
  }

  start() {
    this.loop = this.write();
    // `stop` throws the error.
    this.loop.catch(() => undefined);
  }

  async write() {
    while (this.isRunning) {
      const n = this.next;
      const sentAt = Date.now();
      try {
        await call(this.service, this.key, 'PUT', `/v3/objects/${this.id}`, { name: `write ${n}` });
      } catch (error) {
        if (this.isAbandoned) return;
        throw error;
      }
      this.acknowledged.push({ n, sentAt, at: Date.now() });
      this.next += 1;
      await pause(WRITE_EVERY_MS);
    }
  }

  async stop() {
    this.isRunning = false;
    await this.loop;
  }

  /** The machine is lost: writes fail from now on. */
  abandon() {
    this.isAbandoned = true;
  }

  /** What the restored number lacks of the writes that were acknowledged until `until`, and that it has none that were sent later. */
  compare(what, restored, until) {
    this.isRunning = false;
    const due = this.acknowledged.filter(({ at }) => at <= until);
    const lost = due.filter(({ n }) => n > restored);
    const sentLater = this.acknowledged.find(({ n }) => n === restored)?.sentAt ?? 0;
    check(what, sentLater <= until + 1000, `write ${restored} was sent ${sentLater - until} ms after the moment`);
    const last = due.at(-1)?.at ?? until;
    const kept = due.findLast(({ n }) => n <= restored)?.at ?? last;
    if (!this.isAbandoned) check(what, lost.length === 0, `${lost.length} acknowledged writes are missing`);
    return { writes: lost.length, of: due.length, seconds: seconds(last - kept) };
  }
}

/** The same restore without the key is refused before anything changes. */
async function keyIsNeeded(home, target) {
  const key = path.join(home, 'encryption-key');
  fs.renameSync(key, `${key}.away`);
  const child = launch(['dist/src/cli/main.js', 'restore', '--to', iso(target)], settings(home, 0));
  await once(child, 'close');
  const isRefused = child.exitCode === 3 && /set it as HREV_ENCRYPTION_KEY/.test(child.output());
  check(
    'the refusal without the encryption key',
    isRefused && !fs.existsSync(key),
    `exit ${child.exitCode}: ${child.output()}`,
  );
  fs.renameSync(`${key}.away`, key);
}

/** The restored data is whole: counters, references, secrets. */
async function dataIsSound(home) {
  const { checks } = JSON.parse(await hrev(home, 'doctor', '--deep', '--json', [0, 3]));
  const failed = checks.filter(({ ok, name }) => !ok && name !== 'browser');
  check('hrev doctor --deep', failed.length === 0, JSON.stringify(failed));
}

/** No byte of the key is in the backups. */
function keyIsAbsent(file) {
  const hex = fs.readFileSync(file, 'utf8').trim();
  const secrets = [Buffer.from(hex), Buffer.from(hex, 'hex')];
  const files = fs.readdirSync(backups, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const found = files
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .filter((name) => {
      const stored = fs.readFileSync(name);
      const bytes = name.endsWith('.gz') ? zlib.gunzipSync(stored) : stored;
      return secrets.some((secret) => bytes.includes(secret));
    });
  check('the key is in no file of the backups', found.length === 0, found.join(', '));
  say(`searched ${files.length} files of the backups for the key`);
}

async function stateOf(service, key, objects) {
  const { secret } = await call(service, key, 'GET', '/v3/webhooks/secret');
  const digest = createHash('sha256');
  let reviews = 0;
  for (const id of objects) {
    for (let offset = 0, more = true; more; offset += 100) {
      const { data } = await call(service, key, 'GET', `/v3/reviews?object_id=${id}&limit=100&offset=${offset}`);
      digest.update(
        JSON.stringify(data.map(({ id: review, text, rating, review_date }) => [review, text, rating, review_date])),
      );
      reviews += data.length;
      more = data.length === 100;
    }
  }
  return { secret, reviews, digest: digest.digest('hex') };
}

function compareState(what, expected, found) {
  check(
    what,
    JSON.stringify(expected) === JSON.stringify(found),
    `${expected.reviews} reviews were there, and ${found.reviews} are`,
  );
}

/** Kills the service and its database, and removes the data. */
async function loseMachine(child, home) {
  const location = path.join(home, 'pg/location');
  const folder = path.resolve(
    home,
    'pg',
    fs.existsSync(location) ? fs.readFileSync(location, 'utf8').trim() : '',
    'data',
  );
  const pid = Number(fs.readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  child.kill('SIGKILL');
  process.kill(pid, 'SIGKILL');
  await once(child, 'exit');
  await pause(500);
  fs.rmSync(path.join(home, 'pg'), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  say(`the machine was lost at ${iso(Date.now())}`);
}

function settings(home, port) {
  return {
    PORT: String(port),
    HREV_HOME: home,
    HREV_BACKUP_DIR: backups,
    HREV_ALLOW_PRIVATE_TARGETS: 'true',
    HREV_RATE_LIMIT: '1000000',
    HREV_SOURCE_ORIGINS: JSON.stringify({ 'app-store': sandboxOrigin, steam: sandboxOrigin }),
  };
}

/** Starts the service, and again where a dependency was missing, as a supervisor does. */
async function startService(home, attemptsLeft = 5) {
  const port = await freePort();
  fs.mkdirSync(home, { recursive: true, mode: 0o711 });
  const child = launch(['dist/src/main.js'], settings(home, port));
  await until('the service', () => child.output().includes('hrev is ready') || child.exitCode === 3, child, [3]);
  if (child.exitCode === null) return { child, api: `http://127.0.0.1:${port}` };
  if (attemptsLeft === 0) throw new Error(`the service does not start:\n${child.output()}`);
  return startService(home, attemptsLeft - 1);
}

async function newAccount(home, name) {
  return JSON.parse(await hrev(home, 'account', 'create', '--name', name, '--json')).keys.full;
}

async function readCounter(service, key, id) {
  return Number((await call(service, key, 'GET', `/v3/objects/${id}`)).name.replace('write ', ''));
}

async function collected(service, key, objects) {
  await until('the collection', async () => {
    const links = [];
    for (const id of objects) links.push(...(await call(service, key, 'GET', `/v3/objects/${id}/links`)).data);
    return links.every((link) => link.scrape_status === 'success');
  });
}

/** A request as a client sends it that follows the contract: 503 is repeated after a pause. */
async function call(service, key, method, target, body) {
  for (const deadline = Date.now() + LIMIT_MS; ; await pause(500)) {
    const response = await fetch(`${service.api}${target}`, {
      method,
      headers: { 'X-API-Key': key, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (response.ok) return text === '' ? null : JSON.parse(text);
    if (response.status !== 503 || Date.now() > deadline)
      throw new Error(`${method} ${target} answered ${response.status}: ${text}`);
  }
}

/** Runs a command and returns its standard output. A last argument that is a list has the exit codes that are right. */
async function hrev(home, ...args) {
  const codes = Array.isArray(args.at(-1)) ? args.pop() : [0];
  const child = launch(['dist/src/cli/main.js', ...args], settings(home, 0));
  let out = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  await once(child, 'close');
  if (!codes.includes(child.exitCode)) throw new Error(`hrev ${args.join(' ')} failed:\n${child.output()}`);
  return out;
}

async function cleanUp() {
  await stopAll();
  fs.rmSync(top, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

async function until(what, isDone, child, mayEndWith = []) {
  const deadline = Date.now() + LIMIT_MS;
  while (!(await isDone())) {
    if (child && child.exitCode !== null && !mayEndWith.includes(child.exitCode))
      throw new Error(`${what} ended:\n${child.output()}`);
    if (Date.now() > deadline) throw new Error(`${what} took too long`);
    await pause(100);
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function check(what, isRight, detail) {
  if (isRight) return;
  failures.push(what);
  say(`FAIL  ${what}: ${detail}`);
}

const iso = (ms) => new Date(ms).toISOString();
const seconds = (ms) => Math.round(ms / 10) / 100;
const say = (text) => process.stdout.write(`${text}\n`);

process.exitCode = await run();
