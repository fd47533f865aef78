import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { digestOf, looksLikeApiKey } from './domain/api-key';
import type { Caller } from './domain/caller';
import { entitlementsOf } from './domain/entitlements';
import { suspension } from './domain/refusals';
import { AccessChanges } from './persistence/access-changes';
import { AccessNotifications } from './persistence/access-notifications';
import { KeyHolderQuery, type KeyHolder } from './persistence/key-holder.query';

/** A valid key: its caller, and the detail of the 402 if the account is suspended. */
export interface CheckedKey {
  readonly caller: Caller & { readonly keyId: number };
  readonly suspension: string | null;
}

interface CachedKey {
  readonly checked: CheckedKey | null;
  readonly until: number;
}

const CACHED_MS = 5_000;
const MAX_CACHED = 20_000;

/**
 * Looks up the holder of a key. Results are cached for at most 5 seconds, and not beyond the expiry of the key or of its account's
 * trial. They are removed at once when another process reports a change. So every process refuses a revoked key from the commit on
 * (contract §5.1) and an expired key from its expiry on, and most requests need no query.
 */
@Injectable()
export class KeyChecks {
  private readonly cached = new Map<string, CachedKey>();
  private readonly pending = new Map<string, Promise<CheckedKey | null>>();
  private generation = 0;

  constructor(
    private readonly keys: KeyHolderQuery,
    private readonly changes: AccessChanges,
    news: AccessNotifications,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    changes.onChange((accountId) => this.evict(accountId));
    news.onOwn((accountId) => this.evict(accountId));
  }

  /** Null if the text is not a valid key, for any reason. Returns a value instead of a promise if the key is cached. */
  check(key: string): CheckedKey | null | Promise<CheckedKey | null> {
    if (!looksLikeApiKey(key)) return null;
    const digest = digestOf(key);
    const name = digest.toString('base64');
    const entry = this.validEntry(name);
    return entry === undefined ? this.queryOnce(name, digest) : entry.checked;
  }

  /** The valid key of this text, if it is cached; null otherwise. */
  known(key: string): CheckedKey | null {
    if (!looksLikeApiKey(key)) return null;
    return this.validEntry(digestOf(key).toString('base64'))?.checked ?? null;
  }

  private validEntry(name: string): CachedKey | undefined {
    const entry = this.changes.listening ? this.cached.get(name) : undefined;
    return entry !== undefined && entry.until > performance.now() ? entry : undefined;
  }

  /** Concurrent requests with one key share one query. */
  private queryOnce(name: string, digest: Buffer): Promise<CheckedKey | null> {
    const running = this.pending.get(name);
    if (running !== undefined && this.changes.listening) return running;
    const started = this.query(name, digest).finally(() => {
      if (this.pending.get(name) === started) this.pending.delete(name);
    });
    this.pending.set(name, started);
    return started;
  }

  private async query(name: string, digest: Buffer): Promise<CheckedKey | null> {
    const generation = this.generation;
    const startedAt = performance.now();
    const holder = await this.keys.holder(digest);
    const checked = holder !== null && timingSafeEqual(holder.digest, digest) ? this.checkedKey(holder) : null;
    const cachedMs = Math.min(CACHED_MS, holder?.validForMs ?? Infinity);
    // After a change during the query, the row may be out of date and is not cached.
    if (generation === this.generation) this.remember(name, checked, startedAt + cachedMs);
    return checked;
  }

  private checkedKey(holder: KeyHolder): CheckedKey {
    const reason = suspension(holder);
    const caller = {
      accountId: holder.accountId,
      keyId: holder.keyId,
      personId: null,
      keyScope: holder.keyScope,
      accountStatus: reason === null ? ('active' as const) : ('suspended' as const),
      plan: holder.plan,
      entitlements: entitlementsOf(holder.plan, this.config),
    };
    return { caller, suspension: reason };
  }

  private remember(name: string, checked: CheckedKey | null, until: number): void {
    if (this.cached.size >= MAX_CACHED) this.cached.clear();
    this.cached.set(name, { checked, until });
  }

  private evict(accountId: number | null): void {
    this.generation += 1;
    this.pending.clear();
    for (const [name, { checked }] of this.cached) {
      if (accountId === null || checked?.caller.accountId === accountId) this.cached.delete(name);
    }
  }
}
