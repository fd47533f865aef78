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

/** A key as it is shown this once: the text itself is stored nowhere. */
export interface IssuedKey extends KeyRecord {
  readonly keyId: number;
  readonly key: string;
}

export interface KeyOptions {
  /** What its owner calls it. */
  readonly name?: string | null;
  /** UTC text of the moment from which it is no key any more; null: never. */
  readonly expiresAt?: string | null;
}

const MAX_NAME_LENGTH = 100;
const LIVE_AT_MOST = 50;

/** API keys of accounts (contract §5.1): issued, listed, revoked. */
@Injectable()
export class KeysService {
  constructor(
    private readonly database: Database,
    private readonly keys: ApiKeyStore,
    private readonly accounts: AccountStore,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * A new key of an existing account; 404 where there is none, `validation_error` for an end that does not lie ahead, and
   * `conflict` where the account has 50 live keys.
   */
  async issue(accountId: number, keyScope: KeyScope, options: KeyOptions = {}): Promise<IssuedKey> {
    const key = makeApiKey();
    const { name = null, expiresAt = null } = options;
    const row = {
      accountId,
      keyScope,
      digest: digestOf(key),
      displayPrefix: displayPrefixOf(key),
      name: name === null ? null : readName(name, MAX_NAME_LENGTH),
      expiresAt,
    };
    return this.database.transaction(async () => {
      if ((await this.accounts.lock(accountId)) === null) throw notFound();
      if ((await this.keys.countLive(accountId)) >= LIVE_AT_MOST)
        throw new AppError('conflict', `An account has at most ${LIVE_AT_MOST} live keys`);
      const record = await this.keys.insert(row);
      if (record === null) throw new AppError('validation_error', 'expires_at: must be in the future');
      const target = { type: 'key', id: record.id } as const;
      await this.trail.record({ action: 'key.issued', accountId, target, after: factsOf(record) });
      return { ...record, keyId: record.id, key };
    });
  }

  /** Ends a key at once and for ever. 404 where there is no unrevoked key of that id (of that account, where one is named). */
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

  /** All keys of an account, revoked and expired ones too, without their texts. */
  async list(accountId: number): Promise<readonly KeyRecord[]> {
    return this.keys.ofAccount(accountId);
  }

  /** The same by pages, oldest first; 404 where there is no such account. */
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
