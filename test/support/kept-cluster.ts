import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgresOptions } from '../../libs/database/embedded/embedded-postgres';

/**
 * A new cluster and the migrations of its template take four seconds, so a stopped cluster that has both is kept in `.cache`. It is
 * made again if `libs/database` or a package has changed.
 */
const ROOT = path.join(__dirname, '../..');
const KEPT = path.join(ROOT, '.cache/test-postgres');
const DATABASE_LIBRARY = path.join(ROOT, 'libs/database');

/** No run takes an hour. */
const OLD_MS = 3_600_000;

export const TEMPLATE = 'hrev_template';

/** Copies the kept cluster to the folder, `HREV_HOME` of a server; creates and keeps it first if necessary. Needs the build. */
export async function copyKeptCluster(options: EmbeddedPostgresOptions): Promise<void> {
  const kept = path.join(KEPT, keyOfCluster());
  if (existsSync(kept)) return copyFolder(path.join(kept, 'pg'), options.home);
  const server = await startEmbeddedPostgres(options);
  await makeTemplate(server.url).finally(() => server.stop());
  keep(options.home, kept);
}

/** A hash of what decides the content of the cluster. */
function keyOfCluster(): string {
  const names = readdirSync(DATABASE_LIBRARY, { recursive: true, encoding: 'utf8' });
  const sources = names.filter((name) => name.endsWith('.ts') && !name.endsWith('-spec.ts')).sort();
  const hash = createHash('sha256').update(readFileSync(path.join(ROOT, 'package-lock.json')));
  for (const name of sources) hash.update(name).update(readFileSync(path.join(DATABASE_LIBRARY, name)));
  return hash.digest('hex').slice(0, 16);
}

async function makeTemplate(serverUrl: string): Promise<void> {
  // The built library: Jest resolves no path aliases in this file.
  const { migrate } = createRequire(__filename)(path.join(ROOT, 'dist/libs/database/migrate.js')) as {
    migrate(url: string): Promise<unknown>;
  };
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(`create database ${TEMPLATE}`);
    const url = new URL(serverUrl);
    url.pathname = `/${TEMPLATE}`;
    await migrate(url.href);
  } finally {
    await client.end();
  }
}

/**
 * Keeps a copy. It is complete when it has its name, also if the run is killed or another run does the same. Drafts of killed runs
 * are removed when they are old, because a draft may be that of a concurrent run.
 */
function keep(home: string, kept: string): void {
  mkdirSync(KEPT, { recursive: true, mode: 0o700 });
  for (const folder of readdirSync(KEPT).map((name) => path.join(KEPT, name)))
    if (Date.now() - statSync(folder).mtimeMs > OLD_MS) rmSync(folder, { recursive: true, force: true });
  const draft = mkdtempSync(path.join(KEPT, 'draft-'));
  copyFolder(path.join(home, 'pg'), draft);
  // The next server listens on a port of its own.
  for (const name of ['port', 'server.log']) rmSync(path.join(draft, 'pg', name), { force: true });
  if (existsSync(kept)) rmSync(draft, { recursive: true, force: true });
  else renameSync(draft, kept);
}

/** Copies a folder into another one, with owners and modes. */
function copyFolder(from: string, into: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, into], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the cluster of the tests cannot be copied: ${stderr}`);
}
