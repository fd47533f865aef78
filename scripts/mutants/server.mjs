/** One throw-away PostgreSQL for all tests of a run; a reaper removes it when this process ends. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { scratchFolder } from '../../test/support/scratch-folder.cjs';

const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '128MB',
  max_wal_size: '4GB',
};

/** Needs the build. Returns the server's address. */
export async function startServer(root) {
  const { startEmbeddedPostgres } = createRequire(import.meta.url)(
    path.join(root, 'dist/libs/database/embedded/embedded-postgres.js'),
  );
  const home = fs.mkdtempSync(path.join(scratchFolder(), 'hrev-mutants-'));
  fs.chmodSync(home, 0o711);
  const reaper = spawn(process.execPath, [path.join(root, 'test/support/reaper.cjs'), home], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  reaper.unref();
  const { url } = await startEmbeddedPostgres({ home, role: 'service', durable: false, settings: SETTINGS });
  return url;
}
