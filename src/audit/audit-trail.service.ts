import { Injectable } from '@nestjs/common';
import { currentActor } from '@libs/database';
import type { AuditAction, AuditTarget } from './domain/actions';
import { differing, keptFacts, type Facts } from './domain/facts';
import { AuditStore } from './persistence/audit.store';

/** An action as the service that performs it describes it. The actor is taken from the async context. */
export interface Act {
  readonly action: AuditAction;
  /** The account that owns the target; null where none does. */
  readonly accountId: number | null;
  readonly target: AuditTarget;
  /** Without secrets. Absent where the target did not, or does not, exist. */
  readonly before?: Facts;
  readonly after?: Facts;
}

/** Writes the audit trail (contract §12.5; ADR 25) in the transaction of the action: an action and its entry are committed together. */
@Injectable()
export class AuditTrail {
  constructor(private readonly entries: AuditStore) {}

  /** Throws outside a transaction. */
  async record(act: Act): Promise<void> {
    await this.entries.insert({
      actor: currentActor(),
      accountId: act.accountId,
      action: act.action,
      target: act.target,
      before: act.before ? keptFacts(act.before) : null,
      after: act.after ? keptFacts(act.after) : null,
    });
  }

  /** Records a change: only fields that differ are kept; nothing is recorded where none does. */
  async recordChange(act: Act & { readonly before: Facts; readonly after: Facts }): Promise<void> {
    const change = differing(act.before, act.after);
    if (change !== null) await this.record({ ...act, ...change });
  }
}
