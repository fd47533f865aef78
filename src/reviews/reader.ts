import type { Caller } from '@src/auth';

/** The account that reads reviews, and the limits of its plan. */
export type Reader = Pick<Caller, 'accountId' | 'entitlements'>;
