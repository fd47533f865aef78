import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
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
  | { readonly kind: 'join'; readonly accountId: number; readonly email: string; readonly role: Role };

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

const COLUMNS = `kind, person_id as "personId", account_id as "accountId", email, role, removes_factors as "removesFactors",
  is_requested as "isRequested", expires_at as "expiresAt"`;

/** The table `console_token`. */
@Injectable()
export class ConsoleTokenStore {
  constructor(private readonly database: Database) {}

  /** Stores a token, and removes a batch of tokens that expired long ago. */
  async insert(digest: Buffer, purpose: TokenPurpose, validForHours: number): Promise<void> {
    const nothing = { personId: null, accountId: null, email: null, role: null };
    const facts = { ...nothing, removesFactors: false, isRequested: false, ...purpose };
    await this.database.query(
      `insert into console_token (digest, kind, person_id, account_id, email, role, removes_factors, is_requested, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp() + $9 * interval '1 hour')`,
      [
        digest,
        facts.kind,
        facts.personId,
        facts.accountId,
        facts.email,
        facts.role,
        facts.removesFactors,
        facts.isRequested,
        validForHours,
      ],
    );
    await this.database.query(
      `delete from console_token where digest in (
         select digest from console_token where expires_at < clock_timestamp() - interval '30 days'
         order by expires_at limit 100 for update skip locked)`,
    );
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
}
