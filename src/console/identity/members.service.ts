import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { AppError, notFound } from '@libs/kernel';
import { AuditTrail } from '@src/audit';
import { AccessNotifications, KeysService, lockAccount, type KeyRecord } from '@src/auth';
import type { Role } from './domain/roles';
import { ConsoleTokenStore, type RevokedInvitation } from './persistence/console-token.store';
import { MemberStore, type Member } from './persistence/member.store';

/** The member who makes a change. */
export interface Acting {
  readonly accountId: number;
  readonly personId: number;
}

/** What a person leaves behind who is no longer an owner. */
export interface LeftBehind {
  /** The invitations that the person sent or received. They are revoked. */
  readonly revokedInvitations: readonly RevokedInvitation[];
  /** The live keys that the person issued. They stay valid until an owner revokes them. */
  readonly keys: readonly KeyRecord[];
}

export type ChangedMember = Member & LeftBehind;

const NOTHING: LeftBehind = { revokedInvitations: [], keys: [] };

const LAST_OWNER = 'An account needs an owner: make another member an owner first';

/**
 * Roles and removals of the members of an account. Every change locks the account before it reads roles, so that two owners who
 * demote each other at the same moment leave one owner. The change takes effect with the next request of the member.
 */
@Injectable()
export class MembersService {
  constructor(
    private readonly database: Database,
    private readonly members: MemberStore,
    private readonly tokens: ConsoleTokenStore,
    private readonly keys: KeysService,
    private readonly trail: AuditTrail,
    private readonly news: AccessNotifications,
  ) {}

  async list(accountId: number): Promise<readonly Member[]> {
    return this.members.membersOf(accountId);
  }

  /** The member; throws 404 if the person is not one. */
  async find(accountId: number, personId: number): Promise<Member> {
    const member = await this.members.find(accountId, personId);
    if (member === null) throw notFound();
    return member;
  }

  /**
   * Changes the role of a member. A role other than owner revokes the invitations that the person sent or received. Throws 404 for a
   * person who is not a member, and `conflict` if the account would lose its last owner.
   */
  async changeRole(acting: Acting, personId: number, role: Role): Promise<ChangedMember> {
    const { accountId } = acting;
    return this.changing(acting, personId, async (before) => {
      if (role !== 'owner') await this.assertOtherOwner(before, accountId);
      await this.members.setRole(accountId, personId, role);
      await this.trail.recordChange({
        action: 'member.changed',
        accountId,
        target: { type: 'person', id: personId },
        before: { name: before.name, role: before.role },
        after: { name: before.name, role },
      });
      const left = role === 'owner' ? NOTHING : await this.leftBehind(accountId, before);
      return { ...before, role, ...left };
    });
  }

  /**
   * Removes a member, and revokes the invitations that the person sent or received. An owner removes every member, other members
   * only themselves. Errors as in `changeRole`.
   */
  async remove(acting: Acting, personId: number): Promise<LeftBehind> {
    const { accountId } = acting;
    return this.changing(acting, personId, async (before) => {
      await this.assertOtherOwner(before, accountId);
      await this.members.remove(accountId, personId);
      await this.trail.record({
        action: 'member.removed',
        accountId,
        target: { type: 'person', id: personId },
        before: { name: before.name, email: before.email, role: before.role },
      });
      return this.leftBehind(accountId, before);
    });
  }

  /** Revokes the live keys that a person issued, who may have left the account, and returns them. Throws 404 if there is none. */
  async revokeKeys(accountId: number, personId: number): Promise<readonly KeyRecord[]> {
    return this.keys.revokeIssuedBy(accountId, personId);
  }

  private async leftBehind(accountId: number, { personId, email }: Member): Promise<LeftBehind> {
    const revokedInvitations = await this.tokens.revokeInvitationsOf(accountId, { id: personId, email });
    for (const { id, email: invited, role } of revokedInvitations)
      await this.trail.record({
        action: 'invitation.revoked',
        accountId,
        target: { type: 'invitation', id },
        before: { email: invited, role },
      });
    return { revokedInvitations, keys: await this.keys.issuedBy(accountId, personId) };
  }

  private async changing<T>(
    { accountId, personId: actingId }: Acting,
    personId: number,
    change: (before: Member) => Promise<T>,
  ): Promise<T> {
    return this.database.transaction(async () => {
      await lockAccount(this.database, accountId);
      const acting = await this.members.find(accountId, actingId);
      // Another owner may have demoted or removed this person since the request was admitted.
      if (acting === null) throw notFound();
      if (acting.role !== 'owner' && actingId !== personId)
        throw new AppError('forbidden', 'This needs the role owner');
      const result = await change(await this.find(accountId, personId));
      await this.news.notify(accountId);
      return result;
    });
  }

  private async assertOtherOwner({ role }: Member, accountId: number): Promise<void> {
    if (role === 'owner' && (await this.members.owners(accountId)) === 1) throw new AppError('conflict', LAST_OWNER);
  }
}
