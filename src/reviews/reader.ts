import type { Caller } from '@src/auth';

/** Who reads reviews, and what the plan lets them see. */
export type Reader = Pick<Caller, 'accountId' | 'entitlements'>;
