import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@libs/database';
import { AppError } from '@libs/kernel';
import { SealingKeys, SealRing, TextSeal, type ResealedBatch, type SealedTable } from '@libs/sealing';
import { FactorStore, type StoredSeed } from './persistence/factor.store';

const PURPOSE = 'second factors of persons';
const bindingOf = (personId: number): string => `seed of person ${personId}`;

/** The sealed column of factors, for the check that the keys of all sealed values are configured. */
export const SEALED_SEEDS: SealedTable = {
  table: 'factor',
  purpose: PURPOSE,
  keyId: (key) => new TextSeal(key).keyId,
  owner: ['person_id'],
  opens: (key, { sealed }, { person_id: personId = 0 }) => new TextSeal(key).open(sealed, bindingOf(personId)) !== '',
};

/** The error for a code that cannot be checked, because the key that sealed the seed of the app is not set. */
export function cannotOpen(): AppError {
  const refusal = new AppError('service_unavailable', 'Codes of your app cannot be checked at the moment');
  refusal.cause = new Error('the seed was sealed by another HREV_ENCRYPTION_KEY');
  return refusal;
}

/** Seals the seeds of apps with the current key, and opens them with the key that sealed them. */
@Injectable()
export class Seeds {
  private readonly logger = new Logger(Seeds.name);
  private readonly ring: SealRing<TextSeal>;

  constructor(
    keys: SealingKeys,
    private readonly database: Database,
    private readonly factors: FactorStore,
  ) {
    this.ring = new SealRing(keys, PURPOSE, (key) => new TextSeal(key));
  }

  /** Seals a seed. Call it in the transaction that stores the result, before any other lock. */
  async seal(personId: number, seed: string): Promise<{ readonly sealed: Buffer; readonly keyId: string }> {
    const seal = await this.ring.sealing();
    return { sealed: seal.seal(seed, bindingOf(personId)), keyId: seal.keyId };
  }

  /** Throws `service_unavailable` if no key of this process sealed the seed for this person. */
  open(stored: StoredSeed): string {
    const seed = this.openOrNull(stored);
    if (seed === null) throw cannotOpen();
    return seed;
  }

  /** Null if no key of this process sealed the seed for this person. */
  openOrNull({ personId, sealed, keyId }: StoredSeed): string | null {
    try {
      return this.ring.of(keyId)?.open(sealed, bindingOf(personId)) ?? null;
    } catch {
      return null;
    }
  }

  /** Reseals a seed that an older key has sealed. A failure is logged; the seed can still be used. */
  async renew(stored: StoredSeed): Promise<void> {
    // A failed statement would abort the caller's transaction.
    if (!this.ring.isOutdated(stored.keyId) || this.database.inTransaction) return;
    try {
      const seed = this.open(stored);
      await this.database.transaction(async () => {
        const seal = await this.ring.sealing();
        if (seal.keyId !== stored.keyId) await this.reseal(stored, seed, seal);
      });
    } catch (error) {
      this.logger.warn(`a seed was not resealed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Reseals one batch for `resealAll`. */
  async resealBatch(lastId: number): Promise<ResealedBatch> {
    return this.database.transaction(async () => {
      const seal = await this.ring.sealing();
      const seeds = await this.factors.sealedByOtherKeys(seal.keyId, lastId);
      let [resealed, unreadable] = [0, 0];
      for (const stored of seeds) {
        const seed = this.openOrNull(stored);
        if (seed === null) unreadable += 1;
        else if (await this.reseal(stored, seed, seal)) resealed += 1;
      }
      return { lastId: seeds.at(-1)?.id ?? null, resealed, unreadable };
    });
  }

  private async reseal(stored: StoredSeed, seed: string, seal: TextSeal): Promise<boolean> {
    return this.factors.reseal(stored, seal.seal(seed, bindingOf(stored.personId)), seal.keyId);
  }
}
