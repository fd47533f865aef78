import { Injectable } from '@nestjs/common';
import { Database, foldedSql } from '@libs/database';
import { foldIdentity } from '@libs/kernel';
import type { Role } from '../domain/roles';

/** What a link is for, with the facts of its kind. */
export type TokenPurpose =
  | { readonly kind: 'setup' }
  /** `removesFactors`: for a person who has lost the second factors; the use of the link removes them. */
  | {
      readonly kind: 'reset';
      readonly personId: number;
      readonly removesFactors?: boolean;
      /** Requested by mail, by an unknown client, and not made by an operator. */
      readonly isRequested?: boolean;
    }
  /** `invitedBy`: the member who made it; absent for those of operators. */
  | {
      readonly kind: 'join';
      readonly accountId: number;
      readonly email: string;
      readonly role: Role;
      readonly invitedBy?: number;
    };

export interface StoredToken {
  readonly kind: 'setup' | 'join' | 'reset';
  readonly personId: number | null;
  readonly accountId: number | null;
  readonly email: string | null;
  readonly role: Role | null;
  readonly removesFactors: boolean;
  readonly isRequested: boolean;
  readonly expiresAt: Date;
}

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

const COLUMNS = `kind, person_id as "personId", account_id as "accountId", email, role, removes_factors as "removesFactors",
  is_requested as "isRequested", expires_at as "expiresAt"`;

/** The table `console_token`: links, and the invitations among them. */
@Injectable()
export class ConsoleTokenStore {
  constructor(private readonly database: Database) {}

  /** Stores a token and returns its id, and removes a batch of tokens that expired long ago. */
  async insert(digest: Buffer, purpose: TokenPurpose, validForHours: number): Promise<number> {
    const nothing = { personId: null, accountId: null, email: null, role: null, invitedBy: null };
    const facts = { ...nothing, removesFactors: false, isRequested: false, ...purpose };
    const { kind, personId, accountId, email, role, removesFactors, isRequested, invitedBy } = facts;
    const [row] = await this.database.query<{ id: number }>(
      `insert into console_token
         (digest, kind, person_id, account_id, email, role, removes_factors, is_requested, invited_by, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, clock_timestamp() + $10 * interval '1 hour') returning id`,
      [digest, kind, personId, accountId, email, role, removesFactors, isRequested, invitedBy, validForHours],
    );
    if (row === undefined) throw new Error('the link was not stored');
    await this.database.query(
      `delete from console_token where digest in (
         select digest from console_token where expires_at < clock_timestamp() - interval '30 days'
         order by expires_at limit 100 for update skip locked)`,
    );
    return row.id;
  }

  /** The token if it can be used; null if it is unknown, used or expired. */
  async find(digest: Buffer): Promise<StoredToken | null> {
    const [row] = await this.database.query<StoredToken>(
      `select ${COLUMNS} from console_token where digest = $1 and used_at is null and expires_at > clock_timestamp()`,
      [digest],
    );
    return row ?? null;
  }

  /** Whether the token was used, or replaced by a newer one. */
  async wasUsed(digest: Buffer): Promise<boolean> {
    const [row] = await this.database.query<{ used: boolean }>(
      'select exists (select from console_token where digest = $1 and used_at is not null) as used',
      [digest],
    );
    return row?.used ?? false;
  }

  /** Marks the token as used and returns it; null if it cannot be used. Of concurrent calls one succeeds. */
  async use(digest: Buffer): Promise<StoredToken | null> {
    const [row] = await this.database.query<StoredToken>(
      `update console_token set used_at = clock_timestamp()
       where digest = $1 and used_at is null and expires_at > clock_timestamp() returning ${COLUMNS}`,
      [digest],
    );
    return row ?? null;
  }

  /** Makes all unused set-up links invalid. */
  async revokeSetup(): Promise<void> {
    await this.database.query(
      `update console_token set used_at = clock_timestamp() where kind = 'setup' and used_at is null`,
    );
  }

  /** Makes the unused links of a person invalid: all, or only those that were requested by mail. */
  async revokeResets(personId: number, which: 'all' | 'requested'): Promise<void> {
    await this.database.query(
      `update console_token set used_at = clock_timestamp() where person_id = $1 and used_at is null and (is_requested or $2)`,
      [personId, which === 'all'],
    );
  }

  /** The invitations that can be accepted, latest first. */
  async invitations(accountId: number): Promise<readonly Invitation[]> {
    return this.database.query<Invitation>(
      `select t.id, t.email, t.role, t.created_at as "createdAt", t.expires_at as "expiresAt", p.name as "invitedBy"
       from console_token t left join person p on p.id = t.invited_by
       where t.account_id = $1 and t.kind = 'join' and t.used_at is null and t.expires_at > clock_timestamp()
       order by t.id desc`,
      [accountId],
    );
  }

  /** Deletes an unused invitation and returns its address; null if there is none. */
  async revokeInvitation(accountId: number, id: number): Promise<Pick<Invitation, 'email' | 'role'> | null> {
    const [row] = await this.database.query<Pick<Invitation, 'email' | 'role'>>(
      `delete from console_token where account_id = $1 and id = $2 and kind = 'join' and used_at is null
         and expires_at > clock_timestamp() returning email, role`,
      [accountId, id],
    );
    return row ?? null;
  }

  /** Deletes the unused invitations of an address that members made. Those of operators stay. */
  async replaceInvitations(accountId: number, email: string): Promise<void> {
    await this.database.query(
      `delete from console_token where account_id = $1 and kind = 'join' and used_at is null and invited_by is not null
         and ${foldedSql('email')} = $2`,
      [accountId, foldIdentity(email)],
    );
  }

  /** Deletes the unused invitations that a person sent or received, and returns those that could still be accepted, oldest first. */
  async revokeInvitationsOf(
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
