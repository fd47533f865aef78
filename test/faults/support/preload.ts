import path from 'node:path';
import type { Environment } from '@test/support/service-process';

const REQUIRE = { NODE_OPTIONS: `--require ${path.join(__dirname, 'inject.cjs')}` };

/** The process believes that it is so much later (or, below zero, earlier) than it is. */
export const clockOff = (milliseconds: number): Environment => ({ ...REQUIRE, FAULT_CLOCK_MS: String(milliseconds) });

/** SIGUSR2 lets the process do nothing at all for so long. */
export const blockable = (milliseconds: number): Environment => ({ ...REQUIRE, FAULT_BLOCK_MS: String(milliseconds) });

/** The process asks this DNS server (`ip:port`) and no other. */
export const dnsAt = (server: string): Environment => ({ ...REQUIRE, FAULT_DNS: server });

/** The process is of the next version: it knows one migration more, which adds a column to every table. */
export const nextVersion = (): Environment => ({ ...REQUIRE, FAULT_NEXT_VERSION: 'true' });
