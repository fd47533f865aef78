import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@libs/database';
import { SealingKeys, SealRing, type ResealedBatch, type Sealed, type SealedTable } from '@libs/sealing';
import type { Credentials } from '@libs/sources';
import { CannotOpen, CredentialSeal, PLATFORM_CONNECTIONS, type ConnectionKey, type GrantKey } from './credential-seal';
import { ConnectionStore, type StoredConnection } from './persistence/connection.store';
import { GrantStore } from './persistence/grant.store';

/** The sealed column of connections, for the check that the keys of all sealed values are configured. */
export const SEALED_CONNECTIONS: SealedTable = {
  table: 'platform_connection',
  purpose: PLATFORM_CONNECTIONS,
  keyId: (key) => new CredentialSeal(key).keyId,
  owner: ['account_id', 'object_id', 'source_id'],
  opens: (key, sealed, { account_id: accountId = 0, object_id: objectId = 0, source_id: sourceId = 0 }) =>
    new CredentialSeal(key).open(sealed, { accountId, objectId, sourceId }) instanceof Object,
};

/** The sealed column of grants, for the same check. */
export const SEALED_GRANTS: SealedTable = {
  ...SEALED_CONNECTIONS,
  table: 'platform_grant',
  owner: ['account_id', 'source_id'],
  opens: (key, sealed, { account_id: accountId = 0, source_id: sourceId = 0 }) =>
    new CredentialSeal(key).open(sealed, { accountId, sourceId }) instanceof Object,
};

/** Seals credentials with the current key, and opens them with the key that sealed them. */
@Injectable()
export class ConnectionSeals {
  private readonly logger = new Logger(ConnectionSeals.name);
  private readonly ring: SealRing<CredentialSeal>;

  constructor(
    keys: SealingKeys,
    private readonly database: Database,
    private readonly store: ConnectionStore,
    private readonly grants: GrantStore,
  ) {
    this.ring = new SealRing(keys, PLATFORM_CONNECTIONS, (key) => new CredentialSeal(key));
  }

  /** The seal of the current key. Call it in the transaction that stores the result, before any other lock. */
  async sealing(): Promise<CredentialSeal> {
    return this.ring.sealing();
  }

  /** Decrypts credentials. Throws `CannotOpen` if none of the keys sealed them for this owner. */
  open(stored: Sealed, owner: ConnectionKey | GrantKey): Credentials {
    const seal = this.ring.of(stored.keyId);
    if (seal === null) throw new CannotOpen(stored.keyId);
    return seal.open(stored, owner);
  }

  /** Reseals credentials that an older key has sealed. A failure is logged; the credentials can still be used. */
  async renew(stored: StoredConnection): Promise<void> {
    // A failed statement would abort the caller's transaction.
    if (!this.ring.isOutdated(stored.keyId) || this.database.inTransaction) return;
    try {
      const credentials = this.open(stored, stored);
      await this.database.transaction(async () => {
        const seal = await this.sealing();
        if (seal.keyId !== stored.keyId) await this.store.reseal(stored, seal.seal(credentials, stored));
      });
    } catch (error) {
      this.logger.warn(`a connection was not resealed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Reseals one batch for `resealAll`. Skips credentials that changed meanwhile: the change sealed them with the current key. */
  async resealBatch(lastId: number): Promise<ResealedBatch> {
    return this.resealed(this.store, lastId, (stored) => stored);
  }

  /** As `resealBatch`, for the tokens of grants. */
  async resealGrants(lastId: number): Promise<ResealedBatch> {
    return this.resealed(this.grants, lastId, ({ accountId, sourceId }) => ({ accountId, sourceId }));
  }

  private async resealed<Stored extends Sealed & { readonly id: number }>(
    store: {
      sealedByOtherKeys(keyId: string, lastId: number): Promise<readonly Stored[]>;
      reseal(stored: Stored, resealed: Sealed): Promise<boolean>;
    },
    lastId: number,
    ownerOf: (stored: Stored) => ConnectionKey | GrantKey,
  ): Promise<ResealedBatch> {
    return this.database.transaction(async () => {
      const seal = await this.sealing();
      const rows = await store.sealedByOtherKeys(seal.keyId, lastId);
      let [resealed, unreadable] = [0, 0];
      for (const stored of rows) {
        const credentials = this.openOrNull(stored, ownerOf(stored));
        if (credentials === null) unreadable += 1;
        else if (await store.reseal(stored, seal.seal(credentials, ownerOf(stored)))) resealed += 1;
      }
      return { lastId: rows.at(-1)?.id ?? null, resealed, unreadable };
    });
  }

  private openOrNull(stored: Sealed, owner: ConnectionKey | GrantKey): Credentials | null {
    try {
      return this.open(stored, owner);
    } catch {
      return null;
    }
  }
}
