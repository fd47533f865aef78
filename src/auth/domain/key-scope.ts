/** What a key may do (contract §5), weakest first: each may what the former may. */
export const KEY_SCOPES = ['read_only', 'full', 'master'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** What an endpoint asks for, in the words of `Endpoint`. */
export type AccessNeeded = 'public' | 'read' | 'write' | 'master' | 'session';

const RANK: Readonly<Record<KeyScope, number>> = { read_only: 0, full: 1, master: 2 };
const NEEDED: Readonly<Record<Exclude<AccessNeeded, 'public' | 'session'>, number>> = { read: 0, write: 1, master: 2 };

/** Whether a key of this scope opens an endpoint of that access. A session endpoint opens to no key. */
export function scopeOpens(scope: KeyScope, access: AccessNeeded): boolean {
  if (access === 'public') return true;
  if (access === 'session') return false;
  return RANK[scope] >= NEEDED[access];
}
