import type { Entitlements, PlanName } from './entitlements';
import type { KeyScope } from './key-scope';

/** The account and scope of a request's valid key, for every context. */
export interface Caller {
  readonly accountId: number;
  /** Null if a person calls with a session of the console. */
  readonly keyId: number | null;
  /** Null if a key calls. */
  readonly personId: number | null;
  /** The session of the person; undefined if a key calls. */
  readonly sessionId?: number;
  /** Whether the person gave a password or another proof in the last ten minutes; undefined if a key calls. */
  readonly isProven?: boolean;
  readonly keyScope: KeyScope;
  readonly accountStatus: 'active' | 'suspended';
  readonly plan: PlanName;
  readonly entitlements: Entitlements;
}
