import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ClusterPaths } from './cluster-paths';
import { readServerNote } from './server';

const READS = 20_000;

describe('the note of a running server', () => {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'hrev-server-note-'));
  const note = JSON.stringify({ pid: 4711, port: 5432, isReady: true });
  let writer: Worker;

  beforeAll(() => {
    writer = new Worker(
      `const { unlinkSync, writeFileSync } = require('node:fs');
       for (;;) {
         writeFileSync(require('node:worker_threads').workerData, '4711\\n/data\\n1\\n5432\\n\\n\\n\\nready\\n');
         unlinkSync(require('node:worker_threads').workerData);
       }`,
      { eval: true, workerData: path.join(dataFolder, 'postmaster.pid') },
    );
  });

  afterAll(async () => {
    await writer.terminate();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  it('is complete or null while another process writes and removes it', async () => {
    const seen = new Set<string>();
    for (let reads = 0; reads < READS || !seen.has(note); reads++) {
      seen.add(JSON.stringify(readServerNote({ dataFolder } as ClusterPaths)));
      if (reads % 1_000 === 0) await new Promise(setImmediate);
    }
    expect([...seen].sort()).toEqual(['null', note].sort());
  });
});
