import type { SealingKeys } from './sealing-keys';

/** The seals of one purpose, one for each key of this process. `make` creates a seal from a key. */
export class SealRing<Seal extends { readonly keyId: string }> {
  private cachedSeals: readonly Seal[] | null = null;

  constructor(
    private readonly keys: SealingKeys,
    private readonly purpose: string,
    private readonly make: (key: Buffer) => Seal,
  ) {}

  /**
   * The seal of the current key. Call it in the transaction that stores the sealed value, before the transaction
   * acquires any other lock. No other key takes over until the transaction ends, so no value sealed by an older key is stored after
   * a take-over.
   */
  async sealing(): Promise<Seal> {
    const index = await this.keys.lockedKeyIndex();
    const seal = this.seals()[index];
    if (!seal) throw new Error(`there is no key at index ${index}`);
    return seal;
  }

  /** The seal of the key with this id; null if this process does not have the key. */
  of(keyId: string): Seal | null {
    return this.seals().find((seal) => seal.keyId === keyId) ?? null;
  }

  /** Whether values sealed by the key with this id can and should be resealed, according to the last heartbeat. */
  isOutdated(keyId: string): boolean {
    const index = this.keys.knownKeyIndex;
    return index !== null && this.seals()[index]?.keyId !== keyId && this.of(keyId) !== null;
  }

  private seals(): readonly Seal[] {
    this.cachedSeals ??= this.keys.key.deriveAll(this.purpose).map(this.make);
    return this.cachedSeals;
  }
}
