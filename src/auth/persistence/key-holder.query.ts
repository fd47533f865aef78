import { Injectable } from '@nestjs/common';
import type { PlanName } from '../domain/entitlements';
import type { KeyScope } from '../domain/key-scope';
import { AccessConnections } from './access-connections';

/** A valid key with the status of its account. */
export interface KeyHolder {
  readonly keyId: number;
  readonly digest: Buffer;
  readonly keyScope: KeyScope;
  readonly accountId: number;
  readonly plan: PlanName;
  readonly status: 'active' | 'suspended';
  readonly suspendedReason: string | null;
  readonly trialIsOver: boolean;
  /** Milliseconds until the key expires or the trial ends, whichever is first; null if the key has no expiry and no trial is running. */
  readonly validForMs: number | null;
}

/** Looks up keys over separate connections, so that key checks do not wait for the pool that serves requests. */
@Injectable()
export class KeyHolderQuery {
  constructor(private readonly connections: AccessConnections) {}

  /** The holder of the key with that digest; null if it is unknown, revoked or expired. */
  async holder(digest: Buffer): Promise<KeyHolder | null> {
    const [holder] = await this.connections.lookups.prepared<KeyHolder>({
      name: 'auth-key-holder-until',
      text: `select k.id as "keyId", k.digest, k.key_scope as "keyScope", a.id as "accountId", a.plan, a.status,
               a.suspended_reason as "suspendedReason", coalesce(a.trial_ends_at <= t.now, false) as "trialIsOver",
               extract(epoch from least(k.expires_at, case when a.trial_ends_at > t.now then a.trial_ends_at end) - t.now)::float8
                 * 1000 as "validForMs"
             from (select clock_timestamp() as now offset 0) t, api_key k join account a on a.id = k.account_id
             where k.digest = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > t.now)`,
      values: [digest],
    });
    return holder ?? null;
  }
}
