import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ConfigError, EncryptionKey } from '@libs/config';
import { Database } from '@libs/database';
import { AppError } from '@libs/kernel';
import { Instances, readGauge } from '@libs/metrics';
import { KeyStateStore } from './key-state.store';

/** The error if the data was sealed with a key that this process does not have. */
export const wrongKey = (): ConfigError =>
  new ConfigError([
    'HREV_ENCRYPTION_KEY: this is not the key that sealed the data of this database; set that one, or name it in HREV_ENCRYPTION_KEY_PREVIOUS',
  ]);

/** The error if the data was sealed and this process has no key. */
export const missingKey = (): ConfigError =>
  new ConfigError([
    'HREV_ENCRYPTION_KEY: is not set and not in HREV_HOME, and the data of this database was sealed with one; set it or put its file back',
  ]);

const RETRY_MS = 5_000;

const KEYS = new Instances<SealingKeys>();
readGauge(
  {
    name: 'hrev_sealing_key_missing',
    help: 'Whether other processes seal secrets with a key that this process does not have, 0 or 1. It is not ready then.',
  },
  () => [
    {
      labels: {},
      value: Math.min(
        1,
        KEYS.sum(({ lacksSealingKey }) => (lacksSealingKey ? 1 : 0)),
      ),
    },
  ],
);

/**
 * Selects the key that a process seals with (contract §12.4; ADR 24). Every sealed value has the id of its key, and a process
 * can open values of all its keys. The database records which key seals. A new key takes over automatically once every running
 * process has it, so during a rolling change each process can open the values that others seal. `hrev reseal` makes it take over
 * at once.
 */
@Injectable()
export class SealingKeys {
  private lastIndex: number | null = null;
  private lacksKey = false;

  constructor(
    private readonly database: Database,
    private readonly state: KeyStateStore,
    readonly key: EncryptionKey,
  ) {
    KEYS.add(this);
  }

  /**
   * Index of the sealing key in `EncryptionKey.deriveAll`, as of the last `refresh`; reads it from the database at the first
   * call. Use it only for values that are not stored, because another key may have taken over meanwhile.
   */
  async keyIndex(): Promise<number> {
    return this.lastIndex ?? this.refresh();
  }

  /** The index of the sealing key as of the last `refresh`; null before the first one. */
  get knownKeyIndex(): number | null {
    return this.lastIndex;
  }

  /** Whether the last `refresh` found a sealing key that this process does not have. */
  get lacksSealingKey(): boolean {
    return this.lacksKey;
  }

  /**
   * Index of the sealing key. It does not change until the ambient transaction ends: all values that the transaction stores are
   * sealed with this key. Call it before the transaction acquires any other lock. If this process does not have the sealing key,
   * throws `ConfigError`, or `service_unavailable` if it had an earlier sealing key.
   */
  async lockedKeyIndex(): Promise<number> {
    await this.state.lockShared();
    try {
      return await this.readSealingIndex();
    } catch (error) {
      if (this.lastIndex === null || !(error instanceof ConfigError)) throw error;
      const refusal = new AppError('service_unavailable', 'Secrets cannot be stored at the moment');
      refusal.cause = error;
      throw refusal;
    }
  }

  /** Reads the sealing key from the database and returns its index. Throws `ConfigError` if this process does not have the key. */
  async refresh(): Promise<number> {
    try {
      this.lastIndex = await this.database.transaction(() => this.refreshedIndex());
      this.lacksKey = false;
    } catch (error) {
      if (error instanceof ConfigError) this.lacksKey = true;
      throw error;
    }
    return this.lastIndex;
  }

  /**
   * Makes the first key of this process the sealing key. Throws `conflict` if a running process does not have it. Waits for
   * processes with overdue heartbeats until they send one or count as ended, about a minute, and passes their number to
   * `waitingFor`.
   */
  async takeOver(waitingFor: (silent: number) => void = () => undefined): Promise<void> {
    for (;;) {
      await this.state.countMissedHeartbeats();
      const silent = await this.database.transaction(() => this.tryToTakeOver());
      if (silent === 0) break;
      waitingFor(silent);
      await pause(RETRY_MS);
    }
    this.lastIndex = 0;
    this.lacksKey = false;
  }

  /** Returns the number of processes with an overdue heartbeat that prevent the take-over. */
  private async tryToTakeOver(): Promise<number> {
    const [current = ''] = this.key.fingerprints();
    await this.state.lock();
    const { alive, silent } = await this.state.countProcessesWithout(current);
    if (alive > 0)
      throw new AppError(
        'conflict',
        `${alive} running ${alive === 1 ? 'process does' : 'processes do'} not hold this HREV_ENCRYPTION_KEY and could not read what it seals; start them with it first`,
      );
    if (silent === 0 && (await this.state.sealingFingerprint()) !== current) await this.state.setSealing(current);
    return silent;
  }

  private async refreshedIndex(): Promise<number> {
    const found = await this.readSealingIndex();
    if (found === 0) return 0;
    // Read again under the lock: another process may have changed the key meanwhile.
    await this.state.lock();
    const index = await this.readSealingIndex();
    const [current = ''] = this.key.fingerprints();
    // A key that sealed before does not take over again automatically: otherwise processes whose first key is the old one and
    // processes whose first key is the new one would alternate.
    if (index === 0 || (await this.state.hasSealed(current))) return index;
    const { alive, silent } = await this.state.countProcessesWithout(current);
    if (alive + silent > 0) return index;
    await this.state.setSealing(current);
    return 0;
  }

  private async readSealingIndex(): Promise<number> {
    const sealing = await this.state.sealingFingerprint();
    if (sealing === null) return 0;
    // `fingerprints` would create a key.
    if (this.key.origin() === 'not created yet') throw missingKey();
    const index = this.key.fingerprints().indexOf(sealing);
    if (index < 0) throw wrongKey();
    return index;
  }
}
