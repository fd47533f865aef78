import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { lockAccount } from '@src/auth';
import { OVERLAP_HOURS } from '../domain/signing-secret';

export interface SealedSecret {
  readonly id: number;
  readonly accountId: number;
  readonly sealed: Buffer;
  readonly keyId: string;
  readonly madeByRotation: boolean;
  readonly createdAt: Date;
}

/**
 * SQL: all valid secrets of an account as one text, newest first; null if there is none. For statements that read secrets together with
 * deliveries; `SigningSecretService.openSecretsText` decrypts it. `account`: SQL of the account's id.
 */
export const SEALED_SECRETS_TEXT = (account: string): string => `(
  select string_agg(s.key_id || ':' || encode(s.sealed, 'hex'), ' ' order by s.id desc) from signing_secret s
  where s.account_id = ${account} and (s.valid_until is null or s.valid_until > clock_timestamp()))`;

const COLUMNS = `s.id, s.account_id as "accountId", s.sealed, s.key_id as "keyId", s.made_by_rotation as "madeByRotation", s.created_at as "createdAt"`;

/** The table `signing_secret`. The database's clock decides which secrets are valid. */
@Injectable()
export class SigningSecretStore {
  constructor(private readonly database: Database) {}

  /** Blocks other rotations until the transaction ends. */
  async lockAccount(accountId: number): Promise<void> {
    await lockAccount(this.database, accountId);
  }

  /** The current secret and the replaced ones that are still valid, newest first; empty if there is none. */
  async sealedSecrets(accountId: number): Promise<readonly SealedSecret[]> {
    return this.database.query<SealedSecret>(
      `select ${COLUMNS} from signing_secret s
       where s.account_id = $1 and (s.valid_until is null or s.valid_until > clock_timestamp()) order by s.id desc`,
      [accountId],
    );
  }

  /** Stores the current secret unless there is one. Returns whether it was stored. */
  async insertFirst(accountId: number, secret: Pick<SealedSecret, 'sealed' | 'keyId'>): Promise<boolean> {
    const inserted = await this.database.execute(
      `insert into signing_secret (account_id, sealed, key_id, made_by_rotation) values ($1, $2, $3, false)
       on conflict (account_id) where valid_until is null do nothing`,
      [accountId, secret.sealed, secret.keyId],
    );
    return inserted === 1;
  }

  /** Secrets of all accounts that are sealed by other keys, with ids after `lastId`; at most 100. */
  async sealedByOtherKeys(keyId: string, lastId: number): Promise<readonly SealedSecret[]> {
    return this.database.query<SealedSecret>(
      `select ${COLUMNS} from signing_secret s where s.key_id <> $1 and s.id > $2 order by s.id limit 100`,
      [keyId, lastId],
    );
  }

  /** Replaces the sealed bytes of a secret. Returns false if they have changed since `secret` was read. */
  async reseal(secret: SealedSecret, replacement: Pick<SealedSecret, 'sealed' | 'keyId'>): Promise<boolean> {
    const resealed = await this.database.execute(
      'update signing_secret set sealed = $4, key_id = $5 where account_id = $1 and id = $2 and sealed = $3',
      [secret.accountId, secret.id, secret.sealed, replacement.sealed, replacement.keyId],
    );
    return resealed === 1;
  }

  /** Stores a new current secret. The replaced one stays valid for one more day. Deletes expired secrets. */
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
