import path from 'node:path';
import type { Environment } from '@test/support/service-process';

const REQUIRE = { NODE_OPTIONS: `--require ${path.join(__dirname, 'inject.cjs')}` };

/** Shifts the process's clock by this time (negative: into the past). */
export const clockOff = (milliseconds: number): Environment => ({ ...REQUIRE, FAULT_CLOCK_MS: String(milliseconds) });

/** SIGUSR2 blocks the process's event loop for this long. */
export const blockable = (milliseconds: number): Environment => ({ ...REQUIRE, FAULT_BLOCK_MS: String(milliseconds) });

/** The process uses only this DNS server (`ip:port`). */
export const dnsAt = (server: string): Environment => ({ ...REQUIRE, FAULT_DNS: server });

/** The process simulates the next version: it has an additional migration, which adds a column to every table. */
export const nextVersion = (): Environment => ({ ...REQUIRE, FAULT_NEXT_VERSION: 'true' });
