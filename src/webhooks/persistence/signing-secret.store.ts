import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { OVERLAP_HOURS } from '../domain/signing-secret';

export interface SealedSecret {
  readonly sealed: Buffer;
  readonly keyId: string;
  readonly madeByRotation: boolean;
  readonly createdAt: Date;
}

const COLUMNS = `s.sealed, s.key_id as "keyId", s.made_by_rotation as "madeByRotation", s.created_at as "createdAt"`;

/** The table `signing_secret`. What is valid is said by the clock of the database. */
@Injectable()
export class SigningSecretStore {
  constructor(private readonly database: Database) {}

  /** Whoever rotates waits here to the end of the transaction. */
  async lockAccount(accountId: number): Promise<void> {
    await this.database.query('select from account where id = $1 for no key update', [accountId]);
  }

  /** The current one first, then those it replaced that still sign, newest first; empty where none was made yet. */
  async valid(accountId: number): Promise<readonly SealedSecret[]> {
    return (await this.validOf([accountId])).map(({ secret }) => secret);
  }

  /** The same of several accounts at once; those without secrets are missing. */
  async validOf(
    accountIds: readonly number[],
  ): Promise<readonly { readonly accountId: number; readonly secret: SealedSecret }[]> {
    const rows = await this.database.prepared<SealedSecret & { readonly accountId: number }>({
      name: 'signing_secret_valid',
      text: `select s.account_id as "accountId", ${COLUMNS} from signing_secret s
             where s.account_id = any($1::bigint[]) and (s.valid_until is null or s.valid_until > clock_timestamp())
             order by s.account_id, s.id desc`,
      values: [accountIds],
    });
    return rows.map(({ accountId, ...secret }) => ({ accountId, secret }));
  }

  /** Makes it the current one unless there is one, which then stays. */
  async insertFirst(accountId: number, secret: Pick<SealedSecret, 'sealed' | 'keyId'>): Promise<void> {
    await this.database.query(
      `insert into signing_secret (account_id, sealed, key_id, made_by_rotation) values ($1, $2, $3, false)
       on conflict (account_id) where valid_until is null do nothing`,
      [accountId, secret.sealed, secret.keyId],
    );
  }

  /** The current one signs along for a day more, and this takes its place. Those that sign no longer are forgotten. */
  async replace(accountId: number, secret: Pick<SealedSecret, 'sealed' | 'keyId'>): Promise<void> {
    await this.database.query('delete from signing_secret where account_id = $1 and valid_until <= clock_timestamp()', [
      accountId,
    ]);
    await this.database.query(
      `update signing_secret set valid_until = clock_timestamp() + make_interval(hours => $2)
       where account_id = $1 and valid_until is null`,
      [accountId, OVERLAP_HOURS],
    );
    await this.database.query(
      'insert into signing_secret (account_id, sealed, key_id, made_by_rotation) values ($1, $2, $3, true)',
      [accountId, secret.sealed, secret.keyId],
    );
  }
}
