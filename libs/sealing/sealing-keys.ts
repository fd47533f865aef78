import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ConfigError, EncryptionKey } from '@libs/config';
import { Database } from '@libs/database';
import { AppError } from '@libs/kernel';
import { KeyStateStore } from './key-state.store';

/** The data was sealed with a key that this process does not have. */
export const wrongKey = (): ConfigError =>
  new ConfigError([
    'HREV_ENCRYPTION_KEY: this is not the key that sealed the data of this database; set that one, or name it in HREV_ENCRYPTION_KEY_PREVIOUS',
  ]);

/** The data was sealed, and this process has no key at all. */
export const missingKey = (): ConfigError =>
  new ConfigError([
    'HREV_ENCRYPTION_KEY: is not set and not in HREV_HOME, and the data of this database was sealed with one; set it or put its file back',
  ]);

const LOOK_AGAIN_MS = 5_000;

/**
 * Which of its keys a process seals with (contract §12.4; ADR 24). All that is sealed names its key, and every process reads
 * with all keys that it holds. Which one seals is said by the database: a new key takes over by itself once every running
 * process holds it, so that in a rolling change no process meets what it cannot read. `hrev reseal` makes it take over too.
 */
@Injectable()
export class SealingKeys {
  private known: number | null = null;
  private foreign = false;

  constructor(
    private readonly database: Database,
    private readonly state: KeyStateStore,
    readonly key: EncryptionKey,
  ) {}

  /**
   * The place of the key that seals now in `EncryptionKey.deriveAll`, as `renew` found it; asks the database where it did not yet.
   * For what is not stored: another key may have taken over since.
   */
  async place(): Promise<number> {
    return this.known ?? this.renew();
  }

  /** The same without asking; null before anybody has asked. */
  get knownPlace(): number | null {
    return this.known;
  }

  /** Whether another key took over that this process does not hold, at the last look. */
  get isForeign(): boolean {
    return this.foreign;
  }

  /**
   * The same place, which stays true until the ambient transaction ends: all that is stored is sealed by it. To be called before
   * the transaction locks anything else. Throws `ConfigError`, or `service_unavailable` in a process that had started well,
   * where a key seals that this process does not hold.
   */
  async placeHeld(): Promise<number> {
    await this.state.share();
    try {
      return await this.find();
    } catch (error) {
      if (this.known === null || !(error instanceof ConfigError)) throw error;
      const refusal = new AppError('service_unavailable', 'Secrets cannot be stored at the moment');
      refusal.cause = error;
      throw refusal;
    }
  }

  /** Asks again; throws `ConfigError` where a key that this process does not hold seals. */
  async renew(): Promise<number> {
    try {
      this.known = await this.database.transaction(() => this.look());
      this.foreign = false;
    } catch (error) {
      if (error instanceof ConfigError) this.foreign = true;
      throw error;
    }
    return this.known;
  }

  /**
   * The current key seals from now on, whatever sealed before. Throws `conflict` while a running process does not hold it; waits
   * for those that have fallen silent, and tells how many, until they are gone or speak again: about a minute.
   */
  async takeOver(waitingFor: (silent: number) => void = () => undefined): Promise<void> {
    for (;;) {
      await this.state.miss();
      const silent = await this.database.transaction(() => this.tryToTakeOver());
      if (silent === 0) break;
      waitingFor(silent);
      await pause(LOOK_AGAIN_MS);
    }
    this.known = 0;
    this.foreign = false;
  }

  /** How many silent processes stand in the way. */
  private async tryToTakeOver(): Promise<number> {
    const [current = ''] = this.key.fingerprints();
    await this.state.lock();
    const { alive, silent } = await this.state.lacking(current);
    if (alive > 0)
      throw new AppError(
        'conflict',
        `${alive} running ${alive === 1 ? 'process does' : 'processes do'} not hold this HREV_ENCRYPTION_KEY and could not read what it seals; start them with it first`,
      );
    if (silent === 0 && (await this.state.sealing()) !== current) await this.state.choose(current);
    return silent;
  }

  private async look(): Promise<number> {
    const found = await this.find();
    if (found === 0) return 0;
    // What was found may be older than what somebody who decided meanwhile has left.
    await this.state.lock();
    const place = await this.find();
    const [current = ''] = this.key.fingerprints();
    // A key that was replaced does not come back by itself: a process that still has it first would take turns with the new one.
    if (place === 0 || (await this.state.hasSealed(current))) return place;
    const { alive, silent } = await this.state.lacking(current);
    if (alive + silent > 0) return place;
    await this.state.choose(current);
    return 0;
  }

  private async find(): Promise<number> {
    const sealing = await this.state.sealing();
    if (sealing === null) return 0;
    // Not by making one.
    if (this.key.origin() === 'not made yet') throw missingKey();
    const place = this.key.fingerprints().indexOf(sealing);
    if (place < 0) throw wrongKey();
    return place;
  }
}
