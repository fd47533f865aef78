import { Injectable } from '@nestjs/common';
import { Database, LOCKS } from '@libs/database';
import { ChangeCounterStore, type Change } from '../persistence/change-counter.store';
import { languageOf, loadDetector, READ_CHARACTERS } from './text-language';
import { LanguageStore } from './persistence/language.store';

/** Reviews per transaction, so that each lasts well under a second, also on a loaded machine: other writers of the account wait for it. */
const BATCH = 200;

/**
 * Detects the language of reviews that a version before this one stored, also during a rolling upgrade. The counters follow in the same
 * transaction. Nothing is announced: the reviews get no change numbers, so neither the change stream nor webhooks have them.
 */
@Injectable()
export class DetectLanguagesService {
  constructor(
    private readonly store: LanguageStore,
    private readonly counter: ChangeCounterStore,
    private readonly database: Database,
  ) {}

  /**
   * Detects account by account, in batches of one transaction each, until no such review is left, `signal` is aborted, or another
   * process does the same. What a stopped round leaves, the next one finds by an index. Returns the number of reviews.
   */
  async detect(signal: AbortSignal): Promise<number> {
    let detected = 0;
    for (let account = await this.store.nextAccount(0); account !== null;) {
      const ofAccount = await this.ofAccount(account, signal);
      if (ofAccount === null) break;
      detected += ofAccount;
      account = await this.store.nextAccount(account);
    }
    return detected;
  }

  /** Null if the round is over. */
  private async ofAccount(accountId: number, signal: AbortSignal): Promise<number | null> {
    let [detected, after] = [0, 0];
    for (;;) {
      if (signal.aborted) return null;
      const reviews = await this.store.undetected(accountId, after, BATCH, READ_CHARACTERS);
      const last = reviews.at(-1);
      if (last === undefined) break;
      await loadDetector();
      const found = reviews.map(({ id, version, text }) => ({ id, version, language: languageOf(text) }));
      const written = await this.underLock(accountId, (change) => this.store.store(change, found));
      if (written === null) return null;
      [detected, after] = [detected + written, last.id];
    }
    await this.underLock(accountId, (change) => this.store.deleteEmptyCounters(change));
    return detected;
  }

  /** Runs `write` while no other process writes reviews of the account; null if another one detects languages. */
  private underLock<T>(accountId: number, write: (change: Change) => Promise<T>): Promise<T | null> {
    return this.database.transaction(async () => {
      if (!(await this.database.tryLock(LOCKS.reviewLanguages))) return null;
      return write(await this.counter.next(accountId, 0));
    });
  }
}
