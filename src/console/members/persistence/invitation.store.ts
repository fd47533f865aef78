import { Injectable } from '@nestjs/common';
import { Database, foldedSql } from '@libs/database';
import { foldIdentity } from '@libs/kernel';
import type { Role } from '../../domain/roles';

/** An invitation that can still be accepted. */
export interface Invitation {
  readonly id: number;
  readonly email: string;
  readonly role: Role;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Name of the person who made it; null if it was made on the command line. */
  readonly invitedBy: string | null;
}

export type RevokedInvitation = Pick<Invitation, 'id' | 'email' | 'role'>;

/** The invitations in the table `console_token`. */
@Injectable()
export class InvitationStore {
  constructor(private readonly database: Database) {}

  /** The invitations that can be accepted, latest first. */
  async pending(accountId: number): Promise<readonly Invitation[]> {
    return this.database.query<Invitation>(
      `select t.id, t.email, t.role, t.created_at as "createdAt", t.expires_at as "expiresAt", p.name as "invitedBy"
       from console_token t left join person p on p.id = t.invited_by
       where t.account_id = $1 and t.kind = 'join' and t.used_at is null and t.expires_at > clock_timestamp()
       order by t.id desc`,
      [accountId],
    );
  }

  /** Sets who made the invitation of a token, and returns its id. */
  async sign(accountId: number, digest: Buffer, personId: number): Promise<number> {
    const [row] = await this.database.query<{ id: number }>(
      'update console_token set invited_by = $3 where account_id = $1 and digest = $2 returning id',
      [accountId, digest, personId],
    );
    if (!row) throw new Error('the invitation was not stored');
    return row.id;
  }

  /** Deletes an unused invitation and returns its address; null if there is none. */
  async revoke(accountId: number, id: number): Promise<Pick<Invitation, 'email' | 'role'> | null> {
    const [row] = await this.database.query<Pick<Invitation, 'email' | 'role'>>(
      `delete from console_token where account_id = $1 and id = $2 and kind = 'join' and used_at is null
         and expires_at > clock_timestamp() returning email, role`,
      [accountId, id],
    );
    return row ?? null;
  }

  /** Deletes the unused invitations of an address that members made. Those of operators stay. */
  async replace(accountId: number, email: string): Promise<void> {
    await this.database.query(
      `delete from console_token where account_id = $1 and kind = 'join' and used_at is null and invited_by is not null
         and ${foldedSql('email')} = $2`,
      [accountId, foldIdentity(email)],
    );
  }

  /** Deletes the unused invitations that a person sent or received, and returns those that could still be accepted, oldest first. */
  async revokeOfPerson(
    accountId: number,
    { id, email }: { readonly id: number; readonly email: string },
  ): Promise<readonly RevokedInvitation[]> {
    const revoked = await this.database.query<RevokedInvitation & { readonly isOpen: boolean }>(
      `delete from console_token
       where account_id = $1 and kind = 'join' and used_at is null and (invited_by = $2 or ${foldedSql('email')} = $3)
       returning id, email, role, expires_at > clock_timestamp() as "isOpen"`,
      [accountId, id, foldIdentity(email)],
    );
    return revoked
      .filter(({ isOpen }) => isOpen)
      .map(({ isOpen: _, ...invitation }) => invitation)
      .sort((a, b) => a.id - b.id);
  }
}
