/**
 * Sessions of the console, for the access guard: a person uses the routes of /v3 with a session instead of a key. The context
 * `console` imports `auth`, so this port declares what the guard needs and `console/identity` implements it. Without an
 * implementation no session is admitted.
 */
import type { Request } from 'express';

/** The role of a person in an account. */
export type SessionRole = 'viewer' | 'member' | 'owner';

/** A valid session of a person. */
export interface PersonSession {
  readonly id: number;
  readonly personId: number;
  readonly isOperator: boolean;
  /** Whether the person gave a password or another proof in the last ten minutes. */
  readonly isProven: boolean;
}

export abstract class SessionAccess {
  /**
   * The session of the request's cookie; null if there is none or it has ended. Throws `forbidden` for a request that may write and
   * does not come from a page of the console.
   */
  abstract find(request: Request): Promise<PersonSession | null>;

  /** The role of the person in an account; null if the person is not a member. */
  abstract role(personId: number, accountId: number): Promise<SessionRole | null>;

  /** The names of these persons by id; a missing person has none. */
  abstract names(personIds: readonly number[]): Promise<ReadonlyMap<number, string>>;

  /** The first account of the person; null without a membership. */
  abstract firstAccount(personId: number): Promise<number | null>;
}
