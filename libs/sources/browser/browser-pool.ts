/**
 * One browser process for all visits of this process, started when first needed and replaced after 50 visits or half an
 * hour, because a browser's memory grows with every context. Each visit gets a fresh context with its own pass through
 * the filtering proxy; whatever happens, both are gone afterwards.
 *
 *   none -> running -> retired (takes no more visits) -> closed once its last visit ended
 *            `-> dead (killed, crashed): the next visit starts another
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FilteringProxy, type GuardedClientOptions, type ProxyPass, type ProxyRules } from '@libs/egress';
import { endsInTime } from '@libs/kernel';
import type { BrowserContext } from 'playwright';
import { findBrowser } from './find-browser';
import { OWN_PREFIX, sweepLeftovers } from './leftovers';
import { startBrowser, type RunningBrowser } from './running-browser';
import { Unavailable } from '../source-errors';

export interface BrowserPoolOptions {
  /** `HREV_CHROMIUM_PATH`. */
  readonly chromiumPath: string | null;
  /** Where a browser from a package is unpacked; kept between starts. */
  readonly folder: string;
  /** What the browser may reach beside public addresses; the same as for the guarded client. */
  readonly egress: GuardedClientOptions;
  /** `HREV_CHROMIUM_NO_SANDBOX`. Chromium has no sandbox for root, for whom it is not started unless this is set. */
  readonly noSandbox?: boolean;
  readonly visitsPerBrowser?: number;
  readonly browserLifeMs?: number;
  /** Resident memory at which a page's process is ended. */
  readonly pageMemoryBytes?: number;
  /** Instead of the places where systems install browsers. */
  readonly candidates?: readonly string[];
}

const VISITS_PER_BROWSER = 50;
const BROWSER_LIFE_MS = 30 * 60_000;
const PAGE_MEMORY_BYTES = 1024 * 1024 * 1024;
const CLOSE_TIMEOUT_MS = 5_000;

const REFUSED_AS_ROOT =
  'Chromium has no sandbox as root: start hrev as another user, or set HREV_CHROMIUM_NO_SANDBOX=true';

const isRoot = (): boolean => process.getuid?.() === 0;

interface Seat {
  readonly browser: RunningBrowser;
  readonly bornAt: number;
  visits: number;
  active: number;
}

export class BrowserPool {
  private seat: Promise<Seat> | null = null;
  private readonly all = new Set<Seat>();
  private proxy: Promise<FilteringProxy> | null = null;
  private home: string | null = null;
  private closed = false;

  constructor(private readonly options: BrowserPoolOptions) {}

  /**
   * Runs `work` in a fresh context and closes the context, also when `work` is still busy with it after it lost a race.
   * Throws `Unavailable` where no browser can be started.
   */
  async visit<T>(rules: ProxyRules, work: (context: BrowserContext, pass: ProxyPass) => Promise<T>): Promise<T> {
    const seat = await this.take();
    const proxy = await this.theProxy();
    const pass = proxy.issue(rules);
    let context: BrowserContext | undefined;
    try {
      context = await seat.browser.newContext({
        server: proxy.origin,
        username: pass.username,
        password: pass.password,
      });
      return await work(context, pass);
    } finally {
      pass.close();
      if (context !== undefined && !(await closedInTime(context))) seat.browser.kill();
      await this.giveBack(seat);
    }
  }

  /** Ends every browser and the proxy; the pool starts nothing more. */
  async close(): Promise<void> {
    this.closed = true;
    await this.seat?.catch(() => undefined);
    await Promise.all([...this.all].map(({ browser }) => browser.close()));
    await (await this.proxy)?.stop();
    if (this.home !== null) rmSync(this.home, { recursive: true, force: true });
  }

  private async take(): Promise<Seat> {
    if (this.closed) throw new Error('the browser pool is closed');
    const present = await this.seat;
    // Somebody else may have replaced it while we waited; only the first one to see it worn out starts another.
    const current = present !== null && this.isFit(present) ? present : await this.replace(present);
    current.visits += 1;
    current.active += 1;
    return current;
  }

  private replace(worn: Seat | null): Promise<Seat> {
    const starting = this.seat;
    const starter = (async () => {
      const present = await starting;
      if (present !== null && present !== worn && this.isFit(present)) return present;
      if (present !== null && present.active === 0) await this.dismiss(present);
      return this.start();
    })();
    this.seat = starter;
    // A start that failed is forgotten, so that the next visit tries again.
    starter.catch(() => {
      if (this.seat === starter) this.seat = null;
    });
    return starter;
  }

  private async start(): Promise<Seat> {
    const { noSandbox = false, pageMemoryBytes = PAGE_MEMORY_BYTES } = this.options;
    sweepLeftovers();
    this.home ??= makeHome();
    const found = await findBrowser(this.options);
    if (isRoot() && !noSandbox) throw new Unavailable('browser_unavailable', REFUSED_AS_ROOT);
    const proxy = await this.theProxy();
    const browser = await startBrowser({
      found,
      proxyOrigin: proxy.origin,
      home: this.home,
      sandbox: !noSandbox,
      pageMemoryBytes,
    });
    const seat: Seat = { browser, bornAt: performance.now(), visits: 0, active: 0 };
    this.all.add(seat);
    return seat;
  }

  private theProxy(): Promise<FilteringProxy> {
    this.proxy ??= (async () => {
      const proxy = new FilteringProxy(this.options.egress);
      await proxy.start();
      return proxy;
    })();
    return this.proxy;
  }

  private isFit({ browser, visits, bornAt }: Seat): boolean {
    const { visitsPerBrowser = VISITS_PER_BROWSER, browserLifeMs = BROWSER_LIFE_MS } = this.options;
    return browser.isAlive() && visits < visitsPerBrowser && performance.now() - bornAt < browserLifeMs;
  }

  private async giveBack(seat: Seat): Promise<void> {
    seat.active -= 1;
    if (seat.active === 0 && !this.isFit(seat)) await this.dismiss(seat);
  }

  private async dismiss(seat: Seat): Promise<void> {
    this.all.delete(seat);
    await seat.browser.close();
  }
}

/** A folder for the browsers' files; where there is no space for it (F41) no browser can be. */
function makeHome(): string {
  try {
    return mkdtempSync(join(tmpdir(), OWN_PREFIX));
  } catch (error) {
    const reason = String((error as NodeJS.ErrnoException).code);
    throw new Unavailable('browser_unavailable', `The browser does not start: no folder for its files (${reason})`);
  }
}

/** Closes a context without waiting for ever on a page that does not let go. */
async function closedInTime(context: BrowserContext): Promise<boolean> {
  return endsInTime(
    context.close().catch(() => undefined),
    CLOSE_TIMEOUT_MS,
  );
}
