import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { AppError, notFound, wireTimeOrNull, type PageRequest } from '@libs/kernel';
import { AuditTrail, type Facts } from '@src/audit';
import { digestOf, displayPrefixOf, makeApiKey } from './domain/api-key';
import type { KeyScope } from './domain/key-scope';
import { readName } from './domain/read-name';
import { AccountStore } from './persistence/account.store';
import { ApiKeyStore, type KeyRecord } from './persistence/api-key.store';

export type { KeyRecord };

/** A new key with its text, which is shown once and not stored. */
export interface IssuedKey extends KeyRecord {
  readonly keyId: number;
  readonly key: string;
}

export interface KeyOptions {
  /** Name of the key in lists. */
  readonly name?: string | null;
  /** When the key expires, as UTC text; null: never. */
  readonly expiresAt?: string | null;
  /** The id of the person who creates the key; null: no person. */
  readonly createdBy?: number | null;
}

const MAX_NAME_LENGTH = 100;
const MAX_LIVE_KEYS = 50;

/** Issues, lists and revokes the API keys of accounts (contract §5.1). */
@Injectable()
export class KeysService {
  constructor(
    private readonly database: Database,
    private readonly keys: ApiKeyStore,
    private readonly accounts: AccountStore,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Issues a key for an account; 404 if the account does not exist, `validation_error` for an expiry that is not in
   * the future, and `conflict` if the account has 50 live keys.
   */
  async issue(accountId: number, keyScope: KeyScope, options: KeyOptions = {}): Promise<IssuedKey> {
    const key = makeApiKey();
    const { name = null, expiresAt = null, createdBy = null } = options;
    const row = {
      accountId,
      keyScope,
      digest: digestOf(key),
      displayPrefix: displayPrefixOf(key),
      name: name === null ? null : readName(name, MAX_NAME_LENGTH),
      expiresAt,
      createdBy,
    };
    return this.database.transaction(async () => {
      if ((await this.accounts.lock(accountId)) === null) throw notFound();
      if ((await this.keys.countLive(accountId)) >= MAX_LIVE_KEYS)
        throw new AppError('conflict', `An account has at most ${MAX_LIVE_KEYS} live keys`);
      const record = await this.keys.insert(row);
      if (record === null) throw new AppError('validation_error', 'expires_at: must be in the future');
      const target = { type: 'key', id: record.id } as const;
      await this.trail.record({ action: 'key.issued', accountId, target, after: factsOf(record) });
      return { ...record, keyId: record.id, key };
    });
  }

  /** Revokes a key at once. 404 if no unrevoked key has that id, or if the key belongs to an account other than `accountId`. */
  async revoke(keyId: number, accountId: number | null = null): Promise<void> {
    await this.database.transaction(async () => {
      const revoked = await this.keys.revoke(keyId, accountId);
      if (revoked === null) throw notFound();
      const target = { type: 'key', id: keyId } as const;
      await this.trail.record({
        action: 'key.revoked',
        accountId: revoked.accountId,
        target,
        before: factsOf(revoked),
      });
    });
  }

  /** The live keys that a person issued in an account, oldest first. */
  async issuedBy(accountId: number, personId: number): Promise<readonly KeyRecord[]> {
    return this.keys.liveOf(accountId, personId);
  }

  /** Revokes the live keys that a person issued in an account, all at once, and returns them. Throws 404 if there is none. */
  async revokeIssuedBy(accountId: number, personId: number): Promise<readonly KeyRecord[]> {
    return this.database.transaction(async () => {
      await this.accounts.lock(accountId);
      const issued = await this.keys.liveOf(accountId, personId);
      if (issued.length === 0) throw notFound();
      for (const { id } of issued) await this.revoke(id, accountId);
      return issued;
    });
  }

  /** All keys of an account, including revoked and expired ones, without their texts. */
  async list(accountId: number): Promise<readonly KeyRecord[]> {
    return this.keys.ofAccount(accountId);
  }

  /** The names of these keys of the account by their ids, also of revoked ones; a key without a name is named by its prefix. */
  async names(accountId: number, keyIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
    return this.keys.names(accountId, keyIds);
  }

  /** A page of the account's keys, oldest first; 404 if the account does not exist. */
  async page(
    accountId: number,
    page: PageRequest,
  ): Promise<{ readonly keys: readonly KeyRecord[]; readonly total: number }> {
    if ((await this.accounts.byId(accountId)) === null) throw notFound();
    return this.keys.page(accountId, page);
  }
}

function factsOf(key: KeyRecord): Facts {
  return {
    scope: key.keyScope,
    name: key.name,
    prefix: key.displayPrefix,
    expires_at: wireTimeOrNull(key.expiresAt),
  };
}
