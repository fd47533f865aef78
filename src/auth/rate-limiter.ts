import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { inTime } from '@libs/kernel';
import { OwnWindow } from './domain/own-window';
import { RequestWindowStore, type WindowAnswer } from './persistence/request-window.store';

/** What the limiter says of one request. */
export interface Verdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until used requests begin to be given back; a refused caller waits this long. */
  readonly resetSeconds: number;
}

interface KeyWindow {
  /** Requests of all processes in the window, as the store last said. */
  used: number;
  answeredAt: number;
  freesAt: number;
  /** Let in here and not told yet; told and not answered yet. */
  untold: number;
  beingTold: number;
  waiting: ((granted: boolean | null) => void)[];
  /** What this process let in. */
  readonly own: OwnWindow;
}

const FRESH_MS = 1_000;
const GAP_MS = 25;
const STORE_LIMIT_MS = 1_000;
const STORE_REST_MS = 1_000;
const COUNTED_EVERY_MS = 10_000;
const WINDOW_MS = 60_000;
const STRICT_FROM = 0.8;
const UNTOLD_SHARE = 20;
/** The nearer the strict part is, the less each of so many processes keeps untold. */
const SHARED_BY = 8;

/**
 * 300 requests per minute and key over all API processes (contract §5.4), without asking the database in the usual case.
 *
 * While a key has used less than 80 % and the store's last word on it is younger than a second, requests are let in at
 * once and told to the store afterwards, together; at most a twentieth of the limit is ever untold, less as 80 % come near. Otherwise the store
 * is asked first, many requests in one question. Refused requests are not counted.
 *
 * The limit is never off (contract §5.4). Where the store does not answer in a second, the process goes by what it let in
 * itself, against the limit divided by the number of API processes that it last saw, and nobody waits for the store. It asks
 * again every second; the answer makes the shared window hold again, with what was let in meanwhile.
 */
@Injectable()
export class RateLimiter implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger(RateLimiter.name);
  private readonly windows = new Map<number, KeyWindow>();
  private readonly dirty = new Set<number>();
  private readonly limit: number;
  private readonly mostUntold: number;
  private talking = false;
  private timer: NodeJS.Timeout | undefined;
  private lastTalkAt = -Infinity;
  /** The store did not answer: this process goes by its own windows. */
  private alone = false;
  /** API processes by the last two counts: one that is just coming back is missing in one of them. */
  private processes: readonly [number, number] = [1, 1];
  private countedAt = -Infinity;

  constructor(
    @Inject(RequestWindowStore) private readonly store: Pick<RequestWindowStore, 'take' | 'processes'>,
    @Inject(CONFIG) config: Pick<Config, 'HREV_RATE_LIMIT'>,
  ) {
    this.limit = config.HREV_RATE_LIMIT;
    this.mostUntold = Math.max(1, Math.floor(this.limit / UNTOLD_SHARE));
  }

  /** Judges one request of a key. Answers at once where it can. */
  admit(keyId: number): Verdict | Promise<Verdict> {
    const now = performance.now();
    const window = this.windowOf(keyId);
    this.dirty.add(keyId);
    if (this.alone) {
      this.talkLater(STORE_REST_MS);
      return this.ownVerdict(window);
    }
    if (this.mayGuess(window, now)) {
      window.untold += 1;
      window.own.add(now);
      this.talkLater(GAP_MS);
      return this.verdict(true, window);
    }
    return new Promise((resolve) => {
      window.waiting.push((granted) => {
        if (granted === true) window.own.add(performance.now());
        resolve(granted === null ? this.ownVerdict(window) : this.verdict(granted, window));
      });
      this.talkLater(0);
    });
  }

  async onModuleInit(): Promise<void> {
    await this.countProcesses();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    await this.talk();
  }

  private mayGuess(window: KeyWindow, now: number): boolean {
    const unanswered = window.untold + window.beingTold;
    if (window.waiting.length > 0 || now - window.answeredAt > FRESH_MS) return false;
    const untilStrict = this.limit * STRICT_FROM - window.used - unanswered;
    return untilStrict >= 1 && unanswered < Math.min(this.mostUntold, untilStrict / SHARED_BY);
  }

  private windowOf(keyId: number): KeyWindow {
    let window = this.windows.get(keyId);
    if (window === undefined) {
      window = {
        used: 0,
        answeredAt: -Infinity,
        freesAt: 0,
        untold: 0,
        beingTold: 0,
        waiting: [],
        own: new OwnWindow(),
      };
      this.windows.set(keyId, window);
    }
    return window;
  }

  private verdict(allowed: boolean, window: KeyWindow): Verdict {
    const used = window.used + window.untold + window.beingTold;
    const freesInMs = used === 0 ? WINDOW_MS : window.freesAt - performance.now();
    const remaining = allowed ? Math.max(0, this.limit - used) : 0;
    return { allowed, limit: this.limit, remaining, resetSeconds: resetSeconds(freesInMs) };
  }

  /** By what this process let in alone; what passes is told to the store once it answers. */
  private ownVerdict(window: KeyWindow): Verdict {
    const now = performance.now();
    const share = this.ownShare();
    const allowed = window.own.used(now) < share;
    if (allowed) {
      window.own.add(now);
      window.untold += 1;
    }
    const remaining = Math.max(0, share - window.own.used(now));
    return { allowed, limit: this.limit, remaining, resetSeconds: resetSeconds(window.own.freesInMs(now)) };
  }

  private ownShare(): number {
    return Math.max(1, Math.floor(this.limit / Math.max(...this.processes)));
  }

  /** One conversation with the store at a time; guesses wait a moment for company, waiting callers do not. */
  private talkLater(gapMs: number): void {
    if (this.talking) return;
    const waitMs = gapMs === 0 ? 0 : Math.max(0, this.lastTalkAt + gapMs - performance.now());
    if (waitMs === 0) {
      clearTimeout(this.timer);
      this.timer = undefined;
      // The callers of this very moment share the question.
      this.talking = true;
      setImmediate(() => void this.talk());
      return;
    }
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      if (!this.talking) void this.talk();
    }, waitMs).unref();
  }

  private async talk(): Promise<void> {
    this.talking = true;
    this.lastTalkAt = performance.now();
    const keyIds = [...this.dirty];
    this.dirty.clear();
    const asked = keyIds.map((keyId) => this.ask(keyId, this.windowOf(keyId)));
    try {
      if (asked.length > 0) this.settle(asked, await this.takeBounded(asked));
      if (performance.now() - this.countedAt > COUNTED_EVERY_MS) void this.countProcesses();
    } catch (error) {
      this.goAlone(asked, error);
    } finally {
      this.talking = false;
    }
    this.forgetIdle();
    if (this.dirty.size > 0) this.talkLater(this.gapMs());
  }

  private ask(keyId: number, window: KeyWindow): Asked {
    const waiting = window.waiting.splice(0);
    // What was let in more than a minute ago, while the store did not answer, counts no more.
    window.beingTold = Math.min(window.untold, window.own.used(performance.now()));
    window.untold = 0;
    return { keyId, window, waiting, spent: window.beingTold, asked: waiting.length };
  }

  private takeBounded(asked: readonly Asked[]): Promise<readonly WindowAnswer[]> {
    return inTime(this.store.take(asked, this.limit), STORE_LIMIT_MS, () => {
      throw new Error(`no answer in ${STORE_LIMIT_MS} ms`);
    });
  }

  private settle(asked: readonly Asked[], answers: readonly WindowAnswer[]): void {
    if (this.alone) this.logger.log('the shared rate window answers again');
    this.alone = false;
    const now = performance.now();
    const byKey = new Map(answers.map((answer) => [answer.keyId, answer]));
    for (const { keyId, window, waiting } of asked) {
      const answer = byKey.get(keyId);
      window.beingTold = 0;
      window.used = answer?.used ?? window.used;
      window.answeredAt = now;
      window.freesAt = now + (answer?.freesInMs ?? 0);
      waiting.forEach((tell, index) => tell(index < (answer?.granted ?? 0)));
    }
  }

  private goAlone(asked: readonly Asked[], error: unknown): void {
    if (!this.alone)
      this.logger.error(
        `the shared rate window does not answer, ${this.ownShare()} requests a minute and key may pass here: ${error instanceof Error ? error.message : String(error)}`,
      );
    this.alone = true;
    this.lastTalkAt = performance.now();
    for (const { keyId, window, waiting } of asked) {
      window.untold += window.beingTold;
      window.beingTold = 0;
      this.dirty.add(keyId);
      waiting.forEach((tell) => tell(null));
    }
    for (const keyId of this.dirty) {
      const { waiting } = this.windowOf(keyId);
      waiting.splice(0).forEach((tell) => tell(null));
    }
  }

  private async countProcesses(): Promise<void> {
    this.countedAt = performance.now();
    const count = await this.store.processes().catch(() => null);
    if (count !== null) this.processes = [count, this.processes[0]];
  }

  private gapMs(): number {
    if (this.alone) return STORE_REST_MS;
    return this.someoneWaits() ? 0 : GAP_MS;
  }

  private someoneWaits(): boolean {
    for (const keyId of this.dirty) if ((this.windows.get(keyId)?.waiting.length ?? 0) > 0) return true;
    return false;
  }

  private forgetIdle(): void {
    if (this.windows.size < MOST_WINDOWS) return;
    const horizon = performance.now() - WINDOW_MS;
    for (const [keyId, window] of this.windows) {
      if (window.answeredAt < horizon && !this.dirty.has(keyId) && window.own.used(horizon + WINDOW_MS) === 0)
        this.windows.delete(keyId);
    }
  }
}

const MOST_WINDOWS = 10_000;

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
