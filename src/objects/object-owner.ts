import type { Caller } from '@src/auth';

/** The part of a caller that objects and links are decided by. */
export type ObjectOwner = Pick<Caller, 'accountId' | 'entitlements'>;
