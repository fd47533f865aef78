import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A real redis-server on a free port of the loopback, keeping nothing. */
export interface RedisServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Null where the machine has no `redis-server`: the caller says that it skips. */
export async function startRedis(): Promise<RedisServer | null> {
  if (spawnSync('redis-server', ['--version']).status !== 0) return null;
  const port = await freePort();
  const folder = mkdtempSync(path.join(tmpdir(), 'hrev-redis-'));
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', [...settings, '--maxmemory-policy', 'noeviction'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  let said = '';
  const isReady = await new Promise<boolean>((resolve) => {
    child.once('exit', () => resolve(false));
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Ready to accept connections')) resolve(true);
    });
  });
  if (isReady) return { url: `redis://127.0.0.1:${port}`, stop };
  await stop();
  throw new Error(`redis-server ended at once: ${said}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
