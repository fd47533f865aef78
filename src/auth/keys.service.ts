import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { notFound } from '@libs/kernel';
import { digestOf, displayPrefixOf, makeApiKey } from './domain/api-key';
import type { KeyScope } from './domain/key-scope';
import { AccountStore } from './persistence/account.store';
import { ApiKeyStore, type KeyRecord } from './persistence/api-key.store';

export type { KeyRecord };

/** A key as it is shown this once: the text itself is stored nowhere. */
export interface IssuedKey {
  readonly keyId: number;
  readonly key: string;
  readonly keyScope: KeyScope;
}

/** API keys of accounts (specification §5.3): issued, listed, revoked. */
@Injectable()
export class KeysService {
  constructor(
    private readonly database: Database,
    private readonly keys: ApiKeyStore,
    private readonly accounts: AccountStore,
  ) {}

  /** A new key of an existing account; 404 where there is none. */
  async issue(accountId: number, keyScope: KeyScope): Promise<IssuedKey> {
    const key = makeApiKey();
    return this.database.transaction(async () => {
      if ((await this.accounts.byId(accountId)) === null) throw notFound();
      const keyId = await this.keys.insert(accountId, digestOf(key), keyScope, displayPrefixOf(key));
      return { keyId, key, keyScope };
    });
  }

  /** Ends a key at once and for ever. 404 where there is no live key of that id (of that account, where one is named). */
  async revoke(keyId: number, accountId: number | null = null): Promise<void> {
    if (!(await this.keys.revoke(keyId, accountId))) throw notFound();
  }

  /** All keys of an account, revoked ones too, without their texts. */
  async list(accountId: number): Promise<readonly KeyRecord[]> {
    return this.keys.ofAccount(accountId);
  }
}
