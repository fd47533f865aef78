import type { ChildProcess } from 'node:child_process';
import type { EmbeddedPostgres } from '../../libs/database/embedded/embedded-postgres';
import type { RedisControl } from './redis-control';

/** Passed from setup to teardown, which Jest loads as separate modules of one process. */
export interface TestServer {
  readonly server: EmbeddedPostgres;
  readonly reaper: ChildProcess;
}

const holder = globalThis as { hrevTestServer?: TestServer | undefined; hrevTestRedis?: RedisControl | undefined };

export const hasServer = (): boolean => holder.hrevTestServer !== undefined;

export function storeServer(testServer: TestServer): void {
  holder.hrevTestServer = testServer;
}

export function releaseServer(): TestServer | null {
  const server = holder.hrevTestServer ?? null;
  holder.hrevTestServer = undefined;
  return server;
}

export function storeRedis(redis: RedisControl): void {
  holder.hrevTestRedis = redis;
}

export function releaseRedis(): RedisControl | null {
  const redis = holder.hrevTestRedis ?? null;
  holder.hrevTestRedis = undefined;
  return redis;
}
