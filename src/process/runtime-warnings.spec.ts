import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@libs/config';
import { warnOfPrograms } from './runtime-warnings';

describe('the warnings of a start', () => {
  const lines: string[] = [];
  const log = { warn: (line: unknown) => void lines.push(String(line)) };
  let folder: string;
  let chromium: string;
  const running = process.versions.node;
  const runOn = (version: string): void => {
    Object.defineProperty(process.versions, 'node', { value: version, configurable: true });
  };
  beforeEach(() => {
    lines.length = 0;
    runOn('24.21.0');
    folder = mkdtempSync(join(tmpdir(), 'hrev-warnings-'));
    chromium = join(folder, 'chromium');
    writeFileSync(chromium, '#!/bin/sh\necho Chromium 147.0.7727.24\n', { mode: 0o700 });
  });
  afterEach(() => {
    runOn(running);
    rmSync(folder, { recursive: true });
  });

  const NOWHERE = 'postgresql://hrev@127.0.0.1:1/hrev';
  const LINE_OF_CHROMIUM =
    'Chromium 147.0.7727.24 has known faults that foreign bytes can reach: CVE-2026-126874 and 5 more. Install Chromium 157.0.8103.78 or newer (docs/operations/known-faults.md).';

  it('name a release line of Node that has ended, in one line', async () => {
    const config = loadConfig({ HREV_CHROMIUM_PATH: join(folder, 'missing'), DATABASE_URL: NOWHERE });
    for (const version of ['20.19.0', '24.21.0']) {
      runOn(version);
      await warnOfPrograms(config, NOWHERE, log);
    }
    expect(lines).toEqual([
      'Node 20.19.0 is past its end of life (2026-04-30) and gets no more corrections. Install Node 24.',
    ]);
  });

  it('name a browser with known faults, and leave out a database that does not respond', async () => {
    await warnOfPrograms(loadConfig({ HREV_CHROMIUM_PATH: chromium, DATABASE_URL: NOWHERE }), NOWHERE, log);
    expect(lines).toEqual([LINE_OF_CHROMIUM]);
  });

  it('name no browser in the role api, which starts none', async () => {
    const config = loadConfig({
      HREV_ROLE: 'api',
      HREV_CHROMIUM_PATH: chromium,
      DATABASE_URL: NOWHERE,
      HREV_ENCRYPTION_KEY: '7e'.repeat(32),
    });
    await warnOfPrograms(config, NOWHERE, log);
    expect(lines).toEqual([]);
  });

  describe('with Redis', () => {
    let redis: Server;
    let port: number;
    /** Answers every command with the section `server` of INFO. */
    beforeEach(async () => {
      const text = '# Server\r\nredis_version:7.4.7\r\n';
      redis = createServer((socket) => {
        socket.on('error', () => undefined);
        // One packet may contain several commands, each an array.
        socket.on('data', (bytes) => {
          for (const _command of bytes.toString().matchAll(/^\*\d+\r$/gm))
            socket.write(`$${text.length}\r\n${text}\r\n`);
        });
      });
      await new Promise<void>((resolve) => redis.listen(0, '127.0.0.1', resolve));
      port = (redis.address() as { port: number }).port;
    });
    afterEach(() => new Promise((resolve) => redis.close(resolve)));

    it('name a Redis with known faults', async () => {
      const config = loadConfig({
        HREV_CHROMIUM_PATH: join(folder, 'missing'),
        DATABASE_URL: NOWHERE,
        REDIS_URL: `redis://127.0.0.1:${port}`,
      });
      await warnOfPrograms(config, NOWHERE, log);
      expect(lines).toEqual([
        'Redis 7.4.7 has known faults that foreign bytes can reach: CVE-2026-81934 and 1 more. Install Redis 7.4.11 or newer (docs/operations/known-faults.md).',
      ]);
    });
  });
});
