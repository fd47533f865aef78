import type { Entitlements, PlanName } from './entitlements';
import type { KeyScope } from './key-scope';

/** The account and scope of a request's valid key, for every context. */
export interface Caller {
  readonly accountId: number;
  readonly keyId: number;
  readonly keyScope: KeyScope;
  readonly accountStatus: 'active' | 'suspended';
  readonly plan: PlanName;
  readonly entitlements: Entitlements;
}
