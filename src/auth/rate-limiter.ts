import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { inTime } from '@libs/kernel';
import { OwnWindow } from './domain/own-window';
import { RequestWindowStore, type WindowAnswer } from './persistence/request-window.store';

/** What the limiter decides on one request. */
export interface Verdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until used requests begin to leave the window; a refused caller waits this long. */
  readonly resetSeconds: number;
}

interface KeyWindow {
  /** Requests of all processes in the window, by the store's last answer. */
  used: number;
  answeredAt: number;
  freesAt: number;
  /** Admitted here: not yet reported, and reported without an answer yet. */
  unreported: number;
  reporting: number;
  waiting: ((granted: boolean | null) => void)[];
  /** What this process admitted. */
  readonly own: OwnWindow;
}

const FRESH_MS = 1_000;
const BATCH_DELAY_MS = 25;
const STORE_TIMEOUT_MS = 1_000;
const STORE_RETRY_MS = 1_000;
const COUNTED_EVERY_MS = 10_000;
const WINDOW_MS = 60_000;
const STRICT_FROM = 0.8;
const UNREPORTED_SHARE = 20;
/** The nearer 80 % is, the less each process may leave unreported; for up to so many processes. */
const SHARED_BY = 8;

/**
 * 300 requests per minute and key over all API processes (contract §5.4), without a query per request in the usual case.
 *
 * While a key has used less than 80 % of its limit and the store's last answer about it is younger than a second, requests are
 * admitted at once and reported to the store afterwards, in batches. At most a twentieth of the limit is unreported at any time,
 * less as 80 % comes near. Otherwise the store is queried first, one query for many requests. Refused requests are not counted.
 *
 * The limit is never off (contract §5.4). Where the store does not answer within a second, the process counts what it admitted
 * itself against the limit divided by the last known number of API processes, and no request waits for the store. It queries
 * again every second. Once the store answers, the shared window applies again and includes what was admitted meanwhile.
 */
@Injectable()
export class RateLimiter implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger(RateLimiter.name);
  private readonly windows = new Map<number, KeyWindow>();
  private readonly dirty = new Set<number>();
  private readonly limit: number;
  private readonly maxUnreported: number;
  private querying = false;
  private timer: NodeJS.Timeout | undefined;
  private lastQueryAt = -Infinity;
  /** The store did not answer: this process decides by its own windows. */
  private isCutOff = false;
  /** API processes by the last two counts: one that is reconnecting is missing in one of them. */
  private processes: readonly [number, number] = [1, 1];
  private countedAt = -Infinity;

  constructor(
    @Inject(RequestWindowStore) private readonly store: Pick<RequestWindowStore, 'take' | 'processes'>,
    @Inject(CONFIG) config: Pick<Config, 'HREV_RATE_LIMIT'>,
  ) {
    this.limit = config.HREV_RATE_LIMIT;
    this.maxUnreported = Math.max(1, Math.floor(this.limit / UNREPORTED_SHARE));
  }

  /** Decides on one request of a key. Returns a value instead of a promise where it can. */
  admit(keyId: number): Verdict | Promise<Verdict> {
    const now = performance.now();
    const window = this.windowOf(keyId);
    this.dirty.add(keyId);
    if (this.isCutOff) {
      this.scheduleQuery(STORE_RETRY_MS);
      return this.ownVerdict(window);
    }
    if (this.mayAdmitUnasked(window, now)) {
      window.unreported += 1;
      window.own.add(now);
      this.scheduleQuery(BATCH_DELAY_MS);
      return this.verdict(true, window);
    }
    return new Promise((resolve) => {
      window.waiting.push((granted) => {
        if (granted === true) window.own.add(performance.now());
        resolve(granted === null ? this.ownVerdict(window) : this.verdict(granted, window));
      });
      this.scheduleQuery(0);
    });
  }

  async onModuleInit(): Promise<void> {
    await this.countProcesses();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    await this.query();
  }

  private mayAdmitUnasked(window: KeyWindow, now: number): boolean {
    const unanswered = window.unreported + window.reporting;
    if (window.waiting.length > 0 || now - window.answeredAt > FRESH_MS) return false;
    const untilStrict = this.limit * STRICT_FROM - window.used - unanswered;
    return untilStrict >= 1 && unanswered < Math.min(this.maxUnreported, untilStrict / SHARED_BY);
  }

  private windowOf(keyId: number): KeyWindow {
    let window = this.windows.get(keyId);
    if (window === undefined) {
      window = {
        used: 0,
        answeredAt: -Infinity,
        freesAt: 0,
        unreported: 0,
        reporting: 0,
        waiting: [],
        own: new OwnWindow(),
      };
      this.windows.set(keyId, window);
    }
    return window;
  }

  private verdict(allowed: boolean, window: KeyWindow): Verdict {
    const used = window.used + window.unreported + window.reporting;
    const freesInMs = used === 0 ? WINDOW_MS : window.freesAt - performance.now();
    const remaining = allowed ? Math.max(0, this.limit - used) : 0;
    return { allowed, limit: this.limit, remaining, resetSeconds: resetSeconds(freesInMs) };
  }

  /** Decides by what this process admitted; the store receives it once it answers. */
  private ownVerdict(window: KeyWindow): Verdict {
    const now = performance.now();
    const share = this.ownShare();
    const allowed = window.own.used(now) < share;
    if (allowed) {
      window.own.add(now);
      window.unreported += 1;
    }
    const remaining = Math.max(0, share - window.own.used(now));
    return { allowed, limit: this.limit, remaining, resetSeconds: resetSeconds(window.own.freesInMs(now)) };
  }

  private ownShare(): number {
    return Math.max(1, Math.floor(this.limit / Math.max(...this.processes)));
  }

  /** One query at a time. Reports wait a moment to be batched, waiting callers do not. */
  private scheduleQuery(delayMs: number): void {
    if (this.querying) return;
    const waitMs = delayMs === 0 ? 0 : Math.max(0, this.lastQueryAt + delayMs - performance.now());
    if (waitMs === 0) {
      clearTimeout(this.timer);
      this.timer = undefined;
      // Concurrent callers share the query.
      this.querying = true;
      setImmediate(() => void this.query());
      return;
    }
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      if (!this.querying) void this.query();
    }, waitMs).unref();
  }

  private async query(): Promise<void> {
    this.querying = true;
    this.lastQueryAt = performance.now();
    const keyIds = [...this.dirty];
    this.dirty.clear();
    const asked = keyIds.map((keyId) => this.ask(keyId, this.windowOf(keyId)));
    try {
      if (asked.length > 0) this.settle(asked, await this.takeBounded(asked));
      if (performance.now() - this.countedAt > COUNTED_EVERY_MS) void this.countProcesses();
    } catch (error) {
      this.cutOff(asked, error);
    } finally {
      this.querying = false;
    }
    this.evictIdle();
    if (this.dirty.size > 0) this.scheduleQuery(this.delayMs());
  }

  private ask(keyId: number, window: KeyWindow): Asked {
    const waiting = window.waiting.splice(0);
    // What was admitted more than a minute ago, while the store did not answer, no longer counts.
    window.reporting = Math.min(window.unreported, window.own.used(performance.now()));
    window.unreported = 0;
    return { keyId, window, waiting, spent: window.reporting, asked: waiting.length };
  }

  private takeBounded(asked: readonly Asked[]): Promise<readonly WindowAnswer[]> {
    return inTime(this.store.take(asked, this.limit), STORE_TIMEOUT_MS, () => {
      throw new Error(`no answer in ${STORE_TIMEOUT_MS} ms`);
    });
  }

  private settle(asked: readonly Asked[], answers: readonly WindowAnswer[]): void {
    if (this.isCutOff) this.logger.log('the shared rate window is available again');
    this.isCutOff = false;
    const now = performance.now();
    const byKey = new Map(answers.map((answer) => [answer.keyId, answer]));
    for (const { keyId, window, waiting } of asked) {
      const answer = byKey.get(keyId);
      window.reporting = 0;
      window.used = answer?.used ?? window.used;
      window.answeredAt = now;
      window.freesAt = now + (answer?.freesInMs ?? 0);
      waiting.forEach((resolve, index) => resolve(index < (answer?.granted ?? 0)));
    }
  }

  private cutOff(asked: readonly Asked[], error: unknown): void {
    if (!this.isCutOff)
      this.logger.error(
        `the shared rate window does not answer; this process admits ${this.ownShare()} requests per minute and key: ${error instanceof Error ? error.message : String(error)}`,
      );
    this.isCutOff = true;
    this.lastQueryAt = performance.now();
    for (const { keyId, window, waiting } of asked) {
      window.unreported += window.reporting;
      window.reporting = 0;
      this.dirty.add(keyId);
      waiting.forEach((resolve) => resolve(null));
    }
    for (const keyId of this.dirty) {
      const { waiting } = this.windowOf(keyId);
      waiting.splice(0).forEach((resolve) => resolve(null));
    }
  }

  private async countProcesses(): Promise<void> {
    this.countedAt = performance.now();
    const count = await this.store.processes().catch(() => null);
    if (count !== null) this.processes = [count, this.processes[0]];
  }

  private delayMs(): number {
    if (this.isCutOff) return STORE_RETRY_MS;
    return this.hasWaitingCallers() ? 0 : BATCH_DELAY_MS;
  }

  private hasWaitingCallers(): boolean {
    for (const keyId of this.dirty) if ((this.windows.get(keyId)?.waiting.length ?? 0) > 0) return true;
    return false;
  }

  private evictIdle(): void {
    if (this.windows.size < MAX_WINDOWS) return;
    const horizon = performance.now() - WINDOW_MS;
    for (const [keyId, window] of this.windows) {
      if (window.answeredAt < horizon && !this.dirty.has(keyId) && window.own.used(horizon + WINDOW_MS) === 0)
        this.windows.delete(keyId);
    }
  }
}

const MAX_WINDOWS = 10_000;

function resetSeconds(freesInMs: number): number {
  return Math.min(WINDOW_MS / 1_000, Math.max(1, Math.ceil(freesInMs / 1_000)));
}

interface Asked {
  readonly keyId: number;
  readonly window: KeyWindow;
  readonly waiting: readonly ((granted: boolean | null) => void)[];
  readonly spent: number;
  readonly asked: number;
}
