/** A separate Redis for the bench, without persistence, if the machine has one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CleanUp } from './clean-up';
import { freePort } from './variant-server';

const START_LIMIT_MS = 5_000;

export interface BenchRedis {
  readonly url: string;
  readonly processId: number;
}

/** Starts Redis; null if the machine has no `redis-server`. */
export async function startRedis(cleanUp: CleanUp): Promise<BenchRedis | null> {
  const port = await freePort();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', options, { stdio: 'ignore' });
  if (!(await succeeds(once(child, 'spawn')))) return null;
  cleanUp.add(() => child.kill('SIGKILL'));
  const deadline = performance.now() + START_LIMIT_MS;
  while (performance.now() < deadline) {
    if (await answers(port)) return { url: `redis://127.0.0.1:${port}`, processId: child.pid ?? 0 };
    await sleep(50);
  }
  return null;
}

async function answers(port: number): Promise<boolean> {
  const socket = createConnection({ port, host: '127.0.0.1' });
  const isListening = await succeeds(once(socket, 'connect'));
  socket.destroy();
  return isListening;
}

/** Resolves to true after the event, or to false after an `error` event. */
const succeeds = (event: Promise<unknown>): Promise<boolean> =>
  event.then(
    () => true,
    () => false,
  );
