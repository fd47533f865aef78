import { Injectable } from '@nestjs/common';
import { currentActor } from '@libs/database';
import type { AuditAction, AuditTarget } from './domain/actions';
import { changedFields, storedFacts, type Facts } from './domain/facts';
import { AuditStore } from './persistence/audit.store';

/** An action to record. The actor comes from the async context. */
export interface Act {
  readonly action: AuditAction;
  /** The account that owns the target; null if no account does. */
  readonly accountId: number | null;
  readonly target: AuditTarget;
  /** The target before and after the action, without secrets. Absent if the target does not exist then. */
  readonly before?: Facts;
  readonly after?: Facts;
}

/** Writes the audit trail (contract §12.5; ADR 25) in the transaction of the action: an action and its entry are committed together. */
@Injectable()
export class AuditTrail {
  constructor(private readonly entries: AuditStore) {}

  /** Records an action. Throws outside a transaction. */
  async record(act: Act): Promise<void> {
    await this.entries.insert({
      actor: currentActor(),
      accountId: act.accountId,
      action: act.action,
      target: act.target,
      before: act.before ? storedFacts(act.before) : null,
      after: act.after ? storedFacts(act.after) : null,
    });
  }

  /**
   * Records an action only if a person performs it. Programs perform such actions in large numbers, and entries of them would outnumber all
   * others.
   */
  async recordOfPerson(act: Act): Promise<void> {
    if (currentActor().kind === 'person') await this.record(act);
  }

  /** Records only the fields of a change that differ, and nothing if none differs. */
  async recordChange(act: Act & { readonly before: Facts; readonly after: Facts }): Promise<void> {
    const change = changedFields(act.before, act.after);
    if (change !== null) await this.record({ ...act, ...change });
  }
}
