import { once } from 'node:events';
import { releaseRedis, releaseServer } from './test-server';

/** Stops the Redis and the PostgreSQL of this run and removes its folder, also while connections are open. */
export default async function globalTeardown(): Promise<void> {
  await releaseRedis()?.kill();
  const testServer = releaseServer();
  if (testServer === null) return;
  const reaperExit = once(testServer.reaper, 'exit');
  testServer.reaper.ref();
  testServer.reaper.stdin?.end();
  await reaperExit;
}
