/**
 * One browser for all contexts of this process, started on demand and replaced after 50 contexts or half an hour, because a browser's
 * memory grows with every context. Each context has its own proxy session; both are closed after their use.
 *
 *   none -> running -> retired (accepts no contexts) -> closed after its last context
 *            `-> dead (killed, crashed): the next context starts another
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FilteringProxy, type GuardedClientOptions, type ProxySession, type ProxyRules } from '@libs/egress';
import { endsInTime } from '@libs/kernel';
import type { BrowserContext } from 'playwright';
import { BROWSER_POOLS, STARTS, type BrowsersState } from './browser-metrics';
import { findBrowser } from './find-browser';
import { OWN_PREFIX, sweepLeftovers } from './leftovers';
import { startBrowser, type RunningBrowser } from './running-browser';
import { Unavailable } from '../source-errors';

export interface BrowserPoolOptions {
  /** `HREV_CHROMIUM_PATH`. */
  readonly chromiumPath: string | null;
  /** Folder to unpack the bundled browser into; it is kept when the service stops. */
  readonly folder: string;
  /** Options of the filtering proxy; the same as for the guarded client. */
  readonly egress: GuardedClientOptions;
  /** `HREV_CHROMIUM_NO_SANDBOX`. Chromium has no sandbox as root, and is then started only with this option. */
  readonly noSandbox?: boolean;
  readonly contextsPerBrowser?: number;
  /** Resident memory in bytes at which a page's process is killed. */
  readonly pageMemoryBytes?: number;
  /** Replaces the default paths of installed browsers. */
  readonly candidates?: readonly string[];
}

const CONTEXTS_PER_BROWSER = 50;
const BROWSER_LIFE_MS = 30 * 60_000;
const PAGE_MEMORY_BYTES = 1024 * 1024 * 1024;
const CLOSE_TIMEOUT_MS = 5_000;

const REFUSED_AS_ROOT =
  'Chromium has no sandbox as root: start hrev as another user, or set HREV_CHROMIUM_NO_SANDBOX=true';

const isRoot = (): boolean => process.getuid?.() === 0;

interface PooledBrowser {
  readonly browser: RunningBrowser;
  readonly startedAt: number;
  contexts: number;
  active: number;
}

export class BrowserPool implements BrowsersState {
  private current: Promise<PooledBrowser> | null = null;
  private readonly browsers = new Set<PooledBrowser>();
  private proxy: Promise<FilteringProxy> | null = null;
  private browserHome: string | null = null;
  private closed = false;

  constructor(private readonly options: BrowserPoolOptions) {
    BROWSER_POOLS.add(this);
  }

  get running(): number {
    return [...this.browsers].filter(({ browser }) => browser.isAlive()).length;
  }

  get openVisits(): number {
    return [...this.browsers].reduce((sum, { active }) => sum + active, 0);
  }

  get residentBytes(): number {
    return [...this.browsers].reduce((sum, { browser }) => sum + browser.residentBytes(), 0);
  }

  /**
   * Runs `work` in a new context and closes the context afterwards, even if `work` still has operations running in it. `work` sends
   * the credentials of the session when the proxy asks for them. Throws `Unavailable` if no browser can be started.
   */
  async withContext<T>(
    rules: ProxyRules,
    work: (context: BrowserContext, session: ProxySession) => Promise<T>,
  ): Promise<T> {
    const current = await this.acquire();
    const proxy = await this.startedProxy();
    const session = proxy.openSession(rules);
    let context: BrowserContext | undefined;
    try {
      context = await current.browser.newContext(proxy.origin);
      return await work(context, session);
    } finally {
      session.close();
      if (context !== undefined && !(await closedInTime(context))) current.browser.kill();
      await this.release(current);
    }
  }

  /** Closes every browser and the proxy; later contexts fail. */
  async close(): Promise<void> {
    this.closed = true;
    BROWSER_POOLS.remove(this);
    await this.current?.catch(() => undefined);
    await Promise.all([...this.browsers].map(({ browser }) => browser.close()));
    await (await this.proxy)?.stop();
    if (this.browserHome !== null) rmSync(this.browserHome, { recursive: true, force: true });
  }

  private async acquire(): Promise<PooledBrowser> {
    if (this.closed) throw new Error('the browser pool is closed');
    const present = await this.current;
    // Another visit may have replaced the browser in the meantime; `replace` starts at most one new browser.
    const current = present !== null && this.isUsable(present) ? present : await this.replace(present);
    current.contexts += 1;
    current.active += 1;
    return current;
  }

  private replace(previous: PooledBrowser | null): Promise<PooledBrowser> {
    const starting = this.current;
    const starter = (async () => {
      const present = await starting;
      if (present !== null && present !== previous && this.isUsable(present)) return present;
      if (present !== null && present.active === 0) await this.closeBrowser(present);
      return this.start();
    })();
    this.current = starter;
    // After a failed start the next visit tries again.
    starter.catch(() => {
      if (this.current === starter) this.current = null;
    });
    return starter;
  }

  private async start(): Promise<PooledBrowser> {
    try {
      const started = await this.startOne();
      STARTS.inc({ outcome: 'started' });
      return started;
    } catch (error) {
      STARTS.inc({ outcome: 'failed' });
      throw error;
    }
  }

  private async startOne(): Promise<PooledBrowser> {
    const { noSandbox = false, pageMemoryBytes = PAGE_MEMORY_BYTES } = this.options;
    sweepLeftovers();
    this.browserHome ??= makeBrowserHome();
    const found = await findBrowser(this.options);
    if (isRoot() && !noSandbox) throw new Unavailable('browser_unavailable', REFUSED_AS_ROOT);
    const proxy = await this.startedProxy();
    const browser = await startBrowser({
      found,
      proxyOrigin: proxy.origin,
      home: this.browserHome,
      sandbox: !noSandbox,
      pageMemoryBytes,
    });
    const current: PooledBrowser = { browser, startedAt: performance.now(), contexts: 0, active: 0 };
    this.browsers.add(current);
    return current;
  }

  private startedProxy(): Promise<FilteringProxy> {
    this.proxy ??= (async () => {
      const proxy = new FilteringProxy(this.options.egress);
      await proxy.start();
      return proxy;
    })();
    return this.proxy;
  }

  private isUsable({ browser, contexts, startedAt }: PooledBrowser): boolean {
    const { contextsPerBrowser = CONTEXTS_PER_BROWSER } = this.options;
    return browser.isAlive() && contexts < contextsPerBrowser && performance.now() - startedAt < BROWSER_LIFE_MS;
  }

  private async release(current: PooledBrowser): Promise<void> {
    current.active -= 1;
    if (current.active === 0 && !this.isUsable(current)) await this.closeBrowser(current);
  }

  private async closeBrowser(current: PooledBrowser): Promise<void> {
    this.browsers.delete(current);
    await current.browser.close();
  }
}

/** Creates the folder for the browser's files. Without disk space (F41) no browser can start. */
function makeBrowserHome(): string {
  try {
    return mkdtempSync(join(tmpdir(), OWN_PREFIX));
  } catch (error) {
    const reason = String((error as NodeJS.ErrnoException).code);
    throw new Unavailable('browser_unavailable', `The browser does not start: no folder for its files (${reason})`);
  }
}

/** Closes a context; returns false if that takes too long. */
async function closedInTime(context: BrowserContext): Promise<boolean> {
  return endsInTime(
    context.close().catch(() => undefined),
    CLOSE_TIMEOUT_MS,
  );
}
