import type { SealingKeys } from './sealing-keys';

/** Seals of one purpose, one for each key that this process holds. `Seal` is what the context makes of a key. */
export class SealRing<Seal extends { readonly keyId: string }> {
  private made: readonly Seal[] | null = null;

  constructor(
    private readonly keys: SealingKeys,
    private readonly purpose: string,
    private readonly make: (key: Buffer) => Seal,
  ) {}

  /**
   * The one that seals now. In the transaction that stores what it seals, before that locks anything else: until it ends no
   * other key takes over, so after a take-over nothing comes that an older key has sealed.
   */
  async sealing(): Promise<Seal> {
    const place = await this.keys.placeHeld();
    const seal = this.seals()[place];
    if (!seal) throw new Error(`there is no key at ${place}`);
    return seal;
  }

  /** The one of the key of that id; null where this process does not hold it. */
  of(keyId: string): Seal | null {
    return this.seals().find((seal) => seal.keyId === keyId) ?? null;
  }

  /** Whether something sealed by the key of that id can and should be sealed anew, as far as this process knows. */
  isOutdated(keyId: string): boolean {
    const place = this.keys.knownPlace;
    return place !== null && this.seals()[place]?.keyId !== keyId && this.of(keyId) !== null;
  }

  private seals(): readonly Seal[] {
    this.made ??= this.keys.key.deriveAll(this.purpose).map(this.make);
    return this.made;
  }
}
