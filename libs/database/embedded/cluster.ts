import { spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { EmbeddedPostgresError, USE_OWN_DATABASE } from './embedded-error';
import { preparePaths, readPassword, type ClusterPaths } from './cluster-paths';
import type { Runtime } from './runtime';
import { spawnIdentity } from './system-user';

const DRAFT_PREFIX = 'making-';
const DRAFT_MAX_AGE_MS = 15 * 60_000;

export const SUPERUSER = 'hrev';

/** Whether a cluster of any version exists. */
export const hasCluster = ({ dataFolder }: ClusterPaths): boolean => existsSync(path.join(dataFolder, 'PG_VERSION'));

/** Whether HREV_HOME has an embedded database. */
export const hasEmbeddedDatabase = (home: string): boolean => hasCluster(preparePaths(home));

/**
 * Creates the cluster unless it exists. It is created in a folder with a temporary name, which is renamed when it is complete. A
 * later start removes the temporary folder of a killed process. If two processes create the cluster at the same time, the second
 * one removes its temporary folder. Unless `durable`, a crash of the system may lose the new files.
 */
export async function makeCluster(runtime: Runtime, paths: ClusterPaths, durable: boolean): Promise<void> {
  if (hasCluster(paths)) return refuseOtherVersion(runtime, paths);
  const parent = path.dirname(paths.dataFolder);
  removeDrafts(parent);
  const draft = mkdtempSync(path.join(parent, DRAFT_PREFIX));
  try {
    if (paths.user) chownSync(draft, paths.user.uid, paths.user.gid);
    await runInitdb(runtime, paths, draft, durable);
    moveIntoPlace(path.join(draft, 'data'), paths.dataFolder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * The locale C.UTF-8, which is built into PostgreSQL, compares texts and converts their case: it supports every alphabet, and no
 * update of a system library changes the order that indexes rely on. Lists for users are sorted with `collate "unicode"`.
 * LC_CTYPE is a locale of the system: pg_trgm uses it to recognize letters, and with plain C it recognizes ASCII letters only.
 */
function initdbArguments(dataFolder: string, passwordFile: string, durable: boolean): string[] {
  return [
    `--pgdata=${dataFolder}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    `--lc-ctype=${characterLocale()}`,
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
}

async function runInitdb(runtime: Runtime, paths: ClusterPaths, draft: string, durable: boolean): Promise<void> {
  const passwordFile = path.join(draft, 'password');
  writeFileSync(passwordFile, `${readPassword(paths)}\n`, { mode: 0o600 });
  if (paths.user) chownSync(passwordFile, paths.user.uid, paths.user.gid);
  const folder = path.join(draft, 'data');
  mkdirSync(folder, { mode: 0o700 });
  if (paths.user) chownSync(folder, paths.user.uid, paths.user.gid);

  const child = spawn(runtime.initdb, initdbArguments(folder, passwordFile, durable), {
    ...spawnIdentity(paths.user),
    cwd: draft,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const failure = await new Promise<string | null>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code === 0 ? null : `initdb ended with ${signal ?? String(code)}`));
  });
  if (failure === null) return;
  const lastLines = output.trim().split('\n').slice(-4).join(' ');
  throw new EmbeddedPostgresError(
    `The embedded database could not be created: ${failure}: ${lastLines}`,
    USE_OWN_DATABASE,
  );
}

function moveIntoPlace(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(path.join(to, 'PG_VERSION'))) throw error;
  }
}

function refuseOtherVersion(runtime: Runtime, paths: ClusterPaths): void {
  const createdBy = Number(readFileSync(path.join(paths.dataFolder, 'PG_VERSION'), 'utf8').trim());
  if (createdBy === runtime.major) return;
  throw new EmbeddedPostgresError(
    `The data folder ${paths.dataFolder} was created by PostgreSQL ${createdBy}, the installed one is ${runtime.major}`,
    `Dump it with a PostgreSQL ${createdBy} (pg_dump) and restore it into a new HREV_HOME.`,
  );
}

function removeDrafts(parent: string): void {
  for (const name of readdirSync(parent)) {
    const draft = path.join(parent, name);
    if (!name.startsWith(DRAFT_PREFIX)) continue;
    const age = Date.now() - (statSync(draft, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > DRAFT_MAX_AGE_MS) rmSync(draft, { recursive: true, force: true });
  }
}

/** A UTF-8 locale of this system, or "C" if there is none: search is then slower but correct. */
function characterLocale(): string {
  if (process.platform === 'win32') return 'C';
  const listed = spawnSync('locale', ['-a'], { encoding: 'utf8' }).stdout ?? '';
  const known = listed.split('\n').filter((name) => /utf-?8$/i.test(name));
  return known.find((name) => /^C\./.test(name)) ?? known.find((name) => /^en_US\./.test(name)) ?? known[0] ?? 'C';
}
