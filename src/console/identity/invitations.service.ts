import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { AppError, notFound } from '@libs/kernel';
import { AuditTrail } from '@src/audit';
import { lockAccount } from '@src/auth';
import type { Role } from './domain/roles';
import { OneTimeLinks, type NewLink } from './one-time-links.service';
import type { Acting } from './members.service';
import { ConsoleTokenStore, type Invitation } from './persistence/console-token.store';
import { MemberStore } from './persistence/member.store';

/** Larger numbers of open invitations are refused. */
export const MAX_INVITATIONS = 200;

/** Invitations to an account: used once, within 7 days, by the person with their address. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly database: Database,
    private readonly tokens: ConsoleTokenStore,
    private readonly members: MemberStore,
    private readonly links: OneTimeLinks,
    private readonly trail: AuditTrail,
  ) {}

  /** The invitations that can be accepted, latest first. */
  async pending(accountId: number): Promise<readonly Invitation[]> {
    return this.tokens.invitations(accountId);
  }

  /**
   * Makes an invitation, which replaces earlier ones of members for the same address. Throws `conflict` if the address belongs to a
   * member, or if too many invitations are open.
   */
  async invite({ accountId, personId }: Acting, email: string, role: Role): Promise<NewLink> {
    return this.database.transaction(async () => {
      await lockAccount(this.database, accountId);
      // Another owner may have demoted or removed this person since the request was admitted.
      if ((await this.members.find(accountId, personId))?.role !== 'owner')
        throw new AppError('forbidden', 'This needs the role owner');
      if ((await this.members.byEmail(accountId, email)) !== null)
        throw new AppError('conflict', 'A person with this e-mail address is a member already');
      await this.tokens.replaceInvitations(accountId, email);
      if ((await this.tokens.invitations(accountId)).length >= MAX_INVITATIONS)
        throw new AppError('conflict', `At most ${MAX_INVITATIONS} invitations may be open: revoke one first`);
      const { id, path } = await this.links.issue({ kind: 'join', accountId, email, role, invitedBy: personId });
      await this.trail.record({
        action: 'invitation.created',
        accountId,
        target: { type: 'invitation', id },
        after: { email, role },
      });
      return { id, path };
    });
  }

  /** Revokes an invitation, whose link then opens nothing. Throws 404 if it does not exist, was used or has expired. */
  async revoke(accountId: number, id: number): Promise<void> {
    await this.database.transaction(async () => {
      const revoked = await this.tokens.revokeInvitation(accountId, id);
      if (revoked === null) throw notFound();
      await this.trail.record({
        action: 'invitation.revoked',
        accountId,
        target: { type: 'invitation', id },
        before: { email: revoked.email, role: revoked.role },
      });
    });
  }
}
