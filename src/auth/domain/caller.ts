import type { Entitlements, PlanName } from './entitlements';
import type { KeyScope } from './key-scope';

/** Who a valid key belongs to, as every context sees it. */
export interface Caller {
  readonly accountId: number;
  readonly keyId: number;
  readonly keyScope: KeyScope;
  readonly accountStatus: 'active' | 'suspended';
  readonly plan: PlanName;
  readonly entitlements: Entitlements;
}
