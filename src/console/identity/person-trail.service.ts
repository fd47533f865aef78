import { Injectable } from '@nestjs/common';
import { AuditTrail, type Act } from '@src/audit';
import { MemberStore } from './persistence/member.store';

/** Records what happens to a person in the trail of each account to which the person belongs. */
@Injectable()
export class PersonTrail {
  constructor(
    private readonly trail: AuditTrail,
    private readonly members: MemberStore,
  ) {}

  /** Records an act in the current transaction; once and without an account for a person who belongs to none. */
  async record(personId: number, act: Omit<Act, 'accountId'>): Promise<void> {
    const memberships = await this.members.memberships(personId);
    if (memberships.length === 0) await this.trail.record({ ...act, accountId: null });
    for (const { accountId } of memberships) await this.trail.record({ ...act, accountId });
  }
}
