import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@libs/database';
import { SealingKeys, SealRing, type ResealedBatch, type SealedTable } from '@libs/sealing';
import type { Credentials } from '@libs/sources';
import {
  CannotOpen,
  CredentialSeal,
  PLATFORM_CONNECTIONS,
  type ConnectionKey,
  type Sealed,
} from './domain/sealed-credentials';
import { ConnectionStore, type StoredConnection } from './persistence/connection.store';

/** For who compares keys with data. */
export const SEALED_CONNECTIONS: SealedTable = {
  table: 'platform_connection',
  purpose: PLATFORM_CONNECTIONS,
  keyId: (key) => new CredentialSeal(key).keyId,
};

/** Seals credentials with the key that seals now, and opens them with whichever key has sealed them. */
@Injectable()
export class ConnectionSeals {
  private readonly logger = new Logger(ConnectionSeals.name);
  private readonly ring: SealRing<CredentialSeal>;

  constructor(
    keys: SealingKeys,
    private readonly database: Database,
    private readonly store: ConnectionStore,
  ) {
    this.ring = new SealRing(keys, PLATFORM_CONNECTIONS, (key) => new CredentialSeal(key));
  }

  /** The seal of the key that seals now, in the transaction that stores what it seals, before that locks anything else. */
  async sealing(): Promise<CredentialSeal> {
    return this.ring.sealing();
  }

  /** Throws `CannotOpen` for what none of the keys has sealed for this place. */
  open(held: Sealed, place: ConnectionKey): Credentials {
    const seal = this.ring.of(held.keyId);
    if (seal === null) throw new CannotOpen(held.keyId);
    return seal.open(held, place);
  }

  /** Seals anew what an older key has sealed. Whatever hinders that does not hinder the use. */
  async renew(stored: StoredConnection): Promise<void> {
    // A failure in a transaction of the caller would undo that.
    if (!this.ring.isOutdated(stored.keyId) || this.database.inTransaction) return;
    try {
      const credentials = this.open(stored, stored);
      await this.database.transaction(async () => {
        const seal = await this.sealing();
        if (seal.keyId !== stored.keyId) await this.store.reseal(stored, seal.seal(credentials, stored));
      });
    } catch (error) {
      this.logger.warn(`a connection was not sealed anew: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** For `resealAll`. What changed since it was read is left: whoever changed it has sealed it with the key that seals. */
  async resealBatch(behindId: number): Promise<ResealedBatch> {
    return this.database.transaction(async () => {
      const seal = await this.sealing();
      const found = await this.store.sealedOtherwise(seal.keyId, behindId);
      let [resealed, unreadable] = [0, 0];
      for (const stored of found) {
        const credentials = this.readable(stored);
        if (credentials === null) unreadable += 1;
        else if (await this.store.reseal(stored, seal.seal(credentials, stored))) resealed += 1;
      }
      return { behindId: found.at(-1)?.id ?? null, resealed, unreadable };
    });
  }

  private readable(stored: StoredConnection): Credentials | null {
    try {
      return this.open(stored, stored);
    } catch {
      return null;
    }
  }
}
