import type { SessionRole } from '@src/auth';

/** The roles of a person in an account, weakest first: each includes those before it. */
export const ROLES = ['viewer', 'member', 'owner'] as const satisfies readonly SessionRole[];
export type Role = SessionRole;
