import type { SealingKeys } from './sealing-keys';

/** Seals of one purpose, one for each key that this process holds. `make` creates a context's seal from a key. */
export class SealRing<Seal extends { readonly keyId: string }> {
  private made: readonly Seal[] | null = null;

  constructor(
    private readonly keys: SealingKeys,
    private readonly purpose: string,
    private readonly make: (key: Buffer) => Seal,
  ) {}

  /**
   * The seal of the current key. Call it in the transaction that stores the sealed value, before that takes any other lock: until
   * the transaction ends no other key takes over, so nothing sealed by an older key is stored after a take-over.
   */
  async sealing(): Promise<Seal> {
    const index = await this.keys.lockedKeyIndex();
    const seal = this.seals()[index];
    if (!seal) throw new Error(`there is no key at index ${index}`);
    return seal;
  }

  /** The seal of the key with this id; null if this process does not hold the key. */
  of(keyId: string): Seal | null {
    return this.seals().find((seal) => seal.keyId === keyId) ?? null;
  }

  /** Whether values sealed by the key with this id can and should be resealed, as of the last heartbeat. */
  isOutdated(keyId: string): boolean {
    const index = this.keys.knownKeyIndex;
    return index !== null && this.seals()[index]?.keyId !== keyId && this.of(keyId) !== null;
  }

  private seals(): readonly Seal[] {
    this.made ??= this.keys.key.deriveAll(this.purpose).map(this.make);
    return this.made;
  }
}
