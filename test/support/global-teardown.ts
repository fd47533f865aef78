import { once } from 'node:events';
import { releaseServer } from './test-server';

/** Stops the PostgreSQL of this run and removes its folder, also while connections are open. */
export default async function globalTeardown(): Promise<void> {
  const held = releaseServer();
  if (held === null) return;
  const ended = once(held.reaper, 'exit');
  held.reaper.ref();
  held.reaper.stdin?.end();
  await ended;
}
