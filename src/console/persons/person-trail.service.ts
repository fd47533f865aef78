import { Injectable } from '@nestjs/common';
import { AuditTrail, type Act } from '@src/audit';
import { SessionStore } from '../sessions/session.store';

/** Records what happens to a person in the trail of each account to which the person belongs. */
@Injectable()
export class PersonTrail {
  constructor(
    private readonly trail: AuditTrail,
    private readonly sessions: SessionStore,
  ) {}

  /** Records an act in the current transaction; once and without an account for a person who belongs to none. */
  async record(personId: number, act: Omit<Act, 'accountId'>): Promise<void> {
    const memberships = await this.sessions.memberships(personId);
    if (memberships.length === 0) await this.trail.record({ ...act, accountId: null });
    for (const { accountId } of memberships) await this.trail.record({ ...act, accountId });
  }

  /** Records an act in the current transaction, in the trail of one account, or without an account. */
  async recordIn(accountId: number | null, act: Omit<Act, 'accountId'>): Promise<void> {
    await this.trail.record({ ...act, accountId });
  }
}
