/** The permissions of a key (contract §5), weakest first: each scope includes those before it. */
export const KEY_SCOPES = ['read_only', 'full', 'master'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** The access that an endpoint requires, as declared with `Endpoint`. */
export type AccessNeeded = 'public' | 'read' | 'write' | 'master' | 'session';

const RANK: Readonly<Record<KeyScope, number>> = { read_only: 0, full: 1, master: 2 };
const NEEDED: Readonly<Record<Exclude<AccessNeeded, 'public' | 'session'>, number>> = { read: 0, write: 1, master: 2 };

/** Whether a key of this scope may use an endpoint of that access. No key may use a session endpoint. */
export function scopeOpens(scope: KeyScope, access: AccessNeeded): boolean {
  if (access === 'public') return true;
  if (access === 'session') return false;
  return RANK[scope] >= NEEDED[access];
}
