import type { Caller } from '@src/auth';

/** The account that reads, and what its plan shows. */
export type Reader = Pick<Caller, 'accountId' | 'entitlements'>;
