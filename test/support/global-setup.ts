import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { scratchFolder } from './scratch-folder.cjs';
import { startEmbeddedPostgres } from '../../libs/database/embedded/embedded-postgres';
import { copyKeptCluster } from './kept-cluster';
import { hasServer, storeServer } from './test-server';

/**
 * Builds the product if its sources have changed, and starts one throw-away PostgreSQL for the Jest run, also if the run has
 * several projects. Jest resolves no path aliases here, so this file and its imports use relative paths. The first test file that
 * creates a database applies the migrations (`test-database.ts`).
 */
const ROOT = path.join(__dirname, '../..');
const REAPER = path.join(__dirname, 'reaper.cjs');
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '128MB',
  max_wal_size: '4GB',
};

export default async function globalSetup(): Promise<void> {
  if (hasServer()) return;
  // Files of these projects start processes of the built product, and read its pages.
  const build = [path.join(ROOT, 'scripts/build.mjs'), '--if-changed'];
  const { status } = spawnSync(process.execPath, build, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('the product could not be built');
  const home = mkdtempSync(path.join(scratchFolder(), 'hrev-test-'));
  chmodSync(home, 0o711);
  // The pipe to the reaper closes when this process ends, in any way (Ctrl-C, kill -9, an exception in Jest); the reaper then
  // cleans up.
  const reaper = spawn(process.execPath, [REAPER, home], { detached: true, stdio: ['pipe', 'ignore', 'inherit'] });
  reaper.unref();
  await copyKeptCluster({ home, role: 'service', durable: false, settings: SETTINGS });
  const server = await startEmbeddedPostgres({ home, role: 'service', durable: false, settings: SETTINGS });
  storeServer({ server, reaper });
  process.env.HREV_TEST_SERVER = server.url;
}
