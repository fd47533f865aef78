/** The roles of a person in an account, weakest first: each includes those before it. */
export const ROLES = ['viewer', 'member', 'owner'] as const;
export type Role = (typeof ROLES)[number];
