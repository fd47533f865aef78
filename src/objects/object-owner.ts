import type { Caller } from '@src/auth';

/** The part of a caller that objects and links need. */
export type ObjectOwner = Pick<Caller, 'accountId' | 'entitlements'>;
