import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { currentActor, Database } from '@libs/database';
import { AppError } from '@libs/kernel';
import { AuditTrail } from '@src/audit';
import { AccountsService } from '@src/auth';
import type { Role } from './domain/roles';
import { OneTimeLinks } from './one-time-links.service';
import { SessionStore } from './persistence/session.store';

/** What an operator does for the persons of an account: invites the first owner, and ends sessions. */
@Injectable()
export class AccountAccess {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
    private readonly links: OneTimeLinks,
    private readonly sessions: SessionStore,
    private readonly trail: AuditTrail,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Makes a link with which a person joins the account, or a member gets the role if it permits more: the way back for an account
   * without owners. It is valid for seven days. Throws 404 if the account does not exist, and `conflict` for a role that could change
   * the demo account.
   */
  async invite(accountId: number, email: string, role: Role): Promise<string> {
    return this.database.transaction(async () => {
      const { kind } = await this.accounts.find(accountId);
      if (kind === 'demo' && role !== 'viewer')
        throw new AppError('conflict', 'The demo account is read-only: its members are viewers');
      const path = await this.links.make({ kind: 'join', accountId, email, role });
      const target = { type: 'account', id: accountId } as const;
      await this.trail.record({ action: 'account.invited', accountId, target, after: { email, role } });
      return `${this.config.HREV_PUBLIC_URL ?? ''}${path}`;
    });
  }

  /**
   * Ends all sessions of the persons of an account, except those of the person who asks. Returns their number. Throws 404 if the
   * account does not exist.
   */
  async endSessions(accountId: number): Promise<number> {
    const actor = currentActor();
    return this.database.transaction(async () => {
      await this.accounts.find(accountId);
      const ended = await this.sessions.endOfAccount(accountId, actor.kind === 'person' ? actor.personId : null);
      const target = { type: 'account', id: accountId } as const;
      await this.trail.record({ action: 'account.sessions_ended', accountId, target, after: { sessions: ended } });
      return ended;
    });
  }
}
