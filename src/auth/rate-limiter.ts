import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { inTime } from '@libs/kernel';
import { gauge } from '@libs/metrics';
import { ProcessWindow } from './domain/process-window';
import {
  EmbedWindowStore,
  RequestWindowStore,
  SessionWindowStore,
  type WindowReport,
  type WindowResult,
} from './persistence/request-window.store';

/** The decision on one request. */
export interface Verdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until used requests begin to leave the window; a refused caller waits this long. */
  readonly resetSeconds: number;
}

interface CallerWindow {
  /** Requests of all processes in the window, by the store's last result. */
  used: number;
  updatedAt: number;
  freesAt: number;
  /** Until this time the store would refuse every request: the limit is used, and no request leaves the window before. */
  fullUntil: number;
  /** Requests that this process admitted: not yet reported, and reported in the running query. */
  unreported: number;
  reporting: number;
  waiting: ((granted: boolean | null) => void)[];
  /** Requests that the running query may grant. */
  asking: number;
  /** Requests that this process admitted. */
  readonly own: ProcessWindow;
}

const SHARED = gauge({
  name: 'hrev_rate_limit_shared',
  help: 'Whether the rate limit is counted over all processes, 1; or by this process alone, because the database does not answer, 0.',
});
SHARED.set({}, 1);

const FRESH_MS = 1_000;
const BATCH_DELAY_MS = 25;
const STORE_TIMEOUT_MS = 1_000;
const STORE_RETRY_MS = 1_000;
const COUNT_PROCESSES_EVERY_MS = 10_000;
/** The length of the window in which requests count. */
export const WINDOW_SECONDS = 60;
const WINDOW_MS = WINDOW_SECONDS * 1_000;
/** Share of the limit from which every request is admitted by the store. */
const STRICT_FROM = 0.8;
const UNREPORTED_SHARE = 20;
/** Below 80 % of the limit, each process leaves at most this part of the difference unreported: enough for 8 processes. */
const UNREPORTED_PART = 8;

/**
 * 300 requests per minute and key over all API processes (contract §5.4), without a query per request in the usual case.
 *
 * While a key has used less than 80 % of its limit and the store's last result for it is less than a second old, requests are
 * admitted at once and reported to the store afterwards, in batches. At most a twentieth of the limit is unreported at any time, and
 * less near 80 %. Otherwise the store is queried first, one query for many requests. Refused requests are not counted. Once the limit is
 * used, requests are refused without a query until the first request leaves the window.
 *
 * The limit is never off (contract §5.4). If the store does not respond within a second, the process counts the requests that
 * it admits against the limit divided by the last known number of API processes, and no request waits for the store. It queries
 * the store every second. Once the store responds, the shared window applies again and includes the requests admitted meanwhile.
 */
@Injectable()
export class RateLimiter implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger(RateLimiter.name);
  private readonly windows = new Map<number, CallerWindow>();
  private readonly dirty = new Set<number>();
  private readonly limit: number;
  private readonly maxUnreported: number;
  private querying = false;
  private timer: NodeJS.Timeout | undefined;
  private lastQueryAt = -Infinity;
  /** Whether the last query failed; this process then decides by its own windows. */
  private isStoreDown = false;
  /** The last two counts of API processes: a process that is reconnecting is missing in one of them. */
  private processes: readonly [number, number] = [1, 1];
  private countedAt = -Infinity;
  /** The latest `fullUntil` of all keys. */
  private anyFullUntil = -Infinity;

  constructor(
    @Inject(RequestWindowStore) private readonly store: Pick<RequestWindowStore, 'take' | 'processes'>,
    @Inject(CONFIG) config: Pick<Config, 'HREV_RATE_LIMIT'>,
  ) {
    this.limit = config.HREV_RATE_LIMIT;
    this.maxUnreported = Math.max(1, Math.floor(this.limit / UNREPORTED_SHARE));
  }

  /** Decides on one request of a key. Returns a value instead of a promise if no query is needed. */
  admit(id: number): Verdict | Promise<Verdict> {
    const refusal = this.refusal(id);
    if (refusal !== null) return refusal;
    const now = performance.now();
    const window = this.windowOf(id);
    this.dirty.add(id);
    if (this.isStoreDown) {
      this.scheduleQuery(STORE_RETRY_MS);
      return this.localVerdict(window);
    }
    if (this.mayAdmitWithoutQuery(window, now)) {
      window.unreported += 1;
      window.own.add(now);
      this.scheduleQuery(BATCH_DELAY_MS);
      return this.verdict(true, window);
    }
    return new Promise((resolve) => {
      window.waiting.push((granted) => {
        if (granted === true) window.own.add(performance.now());
        resolve(granted === null ? this.localVerdict(window) : this.verdict(granted, window));
      });
      this.scheduleQuery(0);
    });
  }

  /** Whether `refusal` may refuse a request of any key. */
  get refusesAny(): boolean {
    return performance.now() < this.anyFullUntil;
  }

  /** The refusal of a request now, if it needs no query; null if the request may be admitted, or the store must decide. */
  refusal(id: number): Verdict | null {
    const window = this.windows.get(id);
    if (window === undefined || this.isStoreDown || performance.now() >= window.fullUntil) return null;
    return this.verdict(false, window);
  }

  /** The larger of the last two counts of API processes: a limit divided by it is never exceeded by all of them together. */
  get processCount(): number {
    return Math.max(...this.processes);
  }

  /** The verdict on a request that was refused before and is answered now. */
  refusedNow(id: number): Verdict {
    const window = this.windowOf(id);
    return this.isStoreDown ? this.localVerdict(window, false) : this.verdict(false, window);
  }

  async onModuleInit(): Promise<void> {
    await this.countProcesses();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    await this.query();
  }

  private mayAdmitWithoutQuery(window: CallerWindow, now: number): boolean {
    const unconfirmed = window.unreported + window.reporting;
    if (window.waiting.length > 0 || now - window.updatedAt > FRESH_MS) return false;
    const untilStrict = this.limit * STRICT_FROM - window.used - unconfirmed - window.asking;
    return untilStrict >= 1 && unconfirmed < Math.min(this.maxUnreported, untilStrict / UNREPORTED_PART);
  }

  private windowOf(id: number): CallerWindow {
    let window = this.windows.get(id);
    if (window === undefined) {
      window = {
        used: 0,
        updatedAt: -Infinity,
        freesAt: 0,
        fullUntil: -Infinity,
        unreported: 0,
        reporting: 0,
        waiting: [],
        asking: 0,
        own: new ProcessWindow(),
      };
      this.windows.set(id, window);
    }
    return window;
  }

  private verdict(allowed: boolean, window: CallerWindow): Verdict {
    const used = window.used + window.unreported + window.reporting;
    const freesInMs = used === 0 ? WINDOW_MS : window.freesAt - performance.now();
    const remaining = allowed ? Math.max(0, this.limit - used) : 0;
    return { allowed, limit: this.limit, remaining, resetSeconds: resetSeconds(freesInMs) };
  }

  /** Decides by the requests that this process admitted; they are reported once the store responds. */
  private localVerdict(window: CallerWindow, mayAllow = true): Verdict {
    const now = performance.now();
    const limit = this.localLimit();
    const allowed = mayAllow && window.own.used(now) < limit;
    if (allowed) {
      window.own.add(now);
      window.unreported += 1;
    }
    const remaining = mayAllow ? Math.max(0, limit - window.own.used(now)) : 0;
    return { allowed, limit: this.limit, remaining, resetSeconds: resetSeconds(window.own.freesInMs(now)) };
  }

  private localLimit(): number {
    return Math.max(1, Math.floor(this.limit / this.processCount));
  }

  /** Starts a query after `delayMs`, which batches reports; 0 for waiting callers. One query runs at a time. */
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
    const ids = [...this.dirty];
    this.dirty.clear();
    const batch = ids.map((id) => this.reportOf(id, this.windowOf(id)));
    try {
      if (batch.length > 0) this.settle(batch, await this.takeWithTimeout(batch));
      if (performance.now() - this.countedAt > COUNT_PROCESSES_EVERY_MS) void this.countProcesses();
    } catch (error) {
      this.useLocalWindows(batch, error);
    } finally {
      this.querying = false;
    }
    this.evictIdle();
    if (this.dirty.size > 0) this.scheduleQuery(this.delayMs());
  }

  private reportOf(id: number, window: CallerWindow): Report {
    const callers = window.waiting.splice(0);
    // Requests that were admitted more than a minute ago, while the store was down, no longer count.
    window.reporting = Math.min(window.unreported, window.own.used(performance.now()));
    window.unreported = 0;
    window.asking = callers.length;
    return { id, window, callers, admitted: window.reporting, waiting: callers.length };
  }

  private takeWithTimeout(batch: readonly Report[]): Promise<readonly WindowResult[]> {
    return inTime(this.store.take(batch, this.limit), STORE_TIMEOUT_MS, () => {
      throw new Error(`no response in ${STORE_TIMEOUT_MS} ms`);
    });
  }

  private settle(batch: readonly Report[], results: readonly WindowResult[]): void {
    if (this.isStoreDown) this.logger.log('the shared rate window is available again');
    this.isStoreDown = false;
    SHARED.set({}, 1);
    const now = performance.now();
    const byId = new Map(results.map((result) => [result.id, result]));
    for (const { id, window, callers } of batch) {
      const result = byId.get(id);
      window.reporting = 0;
      window.asking = 0;
      window.used = result?.used ?? window.used;
      window.updatedAt = now;
      window.freesAt = now + (result?.freesInMs ?? 0);
      // From the time of the query, which is not later than the time for which the store has responded.
      window.fullUntil =
        result !== undefined && result.used >= this.limit ? this.lastQueryAt + result.freesInMs : -Infinity;
      this.anyFullUntil = Math.max(this.anyFullUntil, window.fullUntil);
      callers.forEach((resolve, index) => resolve(index < (result?.granted ?? 0)));
    }
  }

  private useLocalWindows(batch: readonly Report[], error: unknown): void {
    if (!this.isStoreDown)
      this.logger.error(
        `the shared rate window does not answer; this process admits ${this.localLimit()} requests per minute and key: ${error instanceof Error ? error.message : String(error)}`,
      );
    this.isStoreDown = true;
    SHARED.set({}, 0);
    this.lastQueryAt = performance.now();
    for (const { id, window, callers } of batch) {
      window.unreported += window.reporting;
      window.reporting = 0;
      window.asking = 0;
      this.dirty.add(id);
      callers.forEach((resolve) => resolve(null));
    }
    for (const id of this.dirty) {
      const { waiting } = this.windowOf(id);
      waiting.splice(0).forEach((resolve) => resolve(null));
    }
  }

  private async countProcesses(): Promise<void> {
    this.countedAt = performance.now();
    const count = await this.store.processes().catch(() => null);
    if (count !== null) this.processes = [count, this.processes[0]];
  }

  private delayMs(): number {
    if (this.isStoreDown) return STORE_RETRY_MS;
    return this.hasWaitingCallers() ? 0 : BATCH_DELAY_MS;
  }

  private hasWaitingCallers(): boolean {
    for (const id of this.dirty) if ((this.windows.get(id)?.waiting.length ?? 0) > 0) return true;
    return false;
  }

  private evictIdle(): void {
    if (this.windows.size < MAX_WINDOWS) return;
    const horizon = performance.now() - WINDOW_MS;
    for (const [id, window] of this.windows) {
      if (window.updatedAt < horizon && !this.dirty.has(id) && window.own.used(horizon + WINDOW_MS) === 0)
        this.windows.delete(id);
    }
  }
}

const MAX_WINDOWS = 10_000;

function resetSeconds(freesInMs: number): number {
  return Math.min(WINDOW_SECONDS, Math.max(1, Math.ceil(freesInMs / 1_000)));
}

interface Report extends WindowReport {
  readonly window: CallerWindow;
  readonly callers: readonly ((granted: boolean | null) => void)[];
}

/** Requests of a session for each request that a key may send: a screen reads several resources at once. */
const SESSION_FACTOR = 2;

/** 600 requests per minute and session of the console, in windows of their own. */
@Injectable()
export class SessionRateLimiter extends RateLimiter {
  constructor(
    @Inject(SessionWindowStore) store: Pick<RequestWindowStore, 'take' | 'processes'>,
    @Inject(CONFIG) config: Pick<Config, 'HREV_RATE_LIMIT'>,
  ) {
    super(store, { HREV_RATE_LIMIT: config.HREV_RATE_LIMIT * SESSION_FACTOR });
  }
}

/** Requests per minute and embed: those of all visitors of the pages that show it, whose browsers keep an answer for a minute. */
const EMBED_RATE = 6_000;

/** The requests per minute and embed over all API processes, in windows of their own. */
@Injectable()
export class EmbedRateLimiter extends RateLimiter {
  constructor(@Inject(EmbedWindowStore) store: Pick<RequestWindowStore, 'take' | 'processes'>) {
    super(store, { HREV_RATE_LIMIT: EMBED_RATE });
  }
}
