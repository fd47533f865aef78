/** The permissions of a key (contract §5), weakest first: each scope includes those before it. */
export const KEY_SCOPES = ['read_only', 'propose', 'full', 'master'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/**
 * The scopes of keys that are issued over the API and in the console. Those of scope `master` are issued on
 * the command line only, so that a leaked master key cannot issue another.
 */
export const ISSUED_SCOPES = ['read_only', 'propose', 'full'] as const;
export type IssuedScope = (typeof ISSUED_SCOPES)[number];

/** The access that an endpoint requires, as declared with `Endpoint`. */
export type AccessNeeded = 'public' | 'read' | 'propose' | 'write' | 'master' | 'session';

const RANK: Readonly<Record<KeyScope, number>> = { read_only: 0, propose: 1, full: 2, master: 3 };
const NEEDED: Readonly<Record<Exclude<AccessNeeded, 'public' | 'session'>, number>> = {
  read: 0,
  propose: 1,
  write: 2,
  master: 3,
};

/** Whether a key of this scope may use an endpoint of that access. No key may use a session endpoint. */
export function scopeOpens(scope: KeyScope, access: AccessNeeded): boolean {
  if (access === 'public') return true;
  if (access === 'session') return false;
  return RANK[scope] >= NEEDED[access];
}

/** Whether a caller of this scope may see what concerns the administration of the account, such as its mail address. */
export const seesAdministration = (scope: KeyScope): boolean => scopeOpens(scope, 'write');
