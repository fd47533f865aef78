/** A real Chromium for specs of adapters that render pages. A sandbox on loopback serves every page. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { GuardedClient } from '@libs/egress';
import type { SourceFacts } from '@libs/sources';
import type { BrowserRequest, SourceBrowser } from '@libs/sources/source-browser';
import { BrowserTools, type BrowserToolsOptions } from '@libs/sources/browser-tools';
import { BrowserPool } from '@libs/sources/browser/browser-pool';

const CANDIDATES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(
  (name) => `/usr/bin/${name}`,
);
/** Chromium has no sandbox as root; specs open only their own pages. */
export const IS_ROOT = process.getuid?.() === 0;
const CONFIGURED_PATH = process.env['HREV_CHROMIUM_PATH'] ?? null;
const MODULES = join(__dirname, '../../node_modules');

/**
 * Whether a browser exists: the operator's, the system's or that of the optional package. Specs that skip tests without a browser
 * state the reason in the title.
 */
export const hasBrowser =
  CONFIGURED_PATH !== null ||
  CANDIDATES.some((path) => existsSync(path)) ||
  existsSync(join(MODULES, '@sparticuz/chromium'));

/** The browser of the package is unpacked here once for all specs. */
const FOLDER = join(__dirname, '../../.cache/chromium');

export class RealBrowser {
  private readonly pool: BrowserPool;

  constructor() {
    mkdirSync(FOLDER, { recursive: true });
    this.pool = new BrowserPool({
      chromiumPath: CONFIGURED_PATH,
      noSandbox: IS_ROOT,
      folder: FOLDER,
      egress: {},
      candidates: CANDIDATES,
      // One browser per spec: its replacement is tested in browser-replacement.spec.ts.
      contextsPerBrowser: 1_000,
    });
  }

  /** The browser as an adapter receives it, with the sandbox at `origin` in place of the platform. */
  tools(
    facts: Pick<SourceFacts, 'slug' | 'hosts'>,
    origin: string,
    signal: AbortSignal,
    more: Partial<BrowserToolsOptions> = {},
  ): BrowserTools {
    const client = new GuardedClient({ exemptOrigins: [origin] });
    const permit = (): Promise<void> => Promise.resolve();
    return new BrowserTools({ pool: this.pool, client, facts, origin, permit, signal, ...more });
  }

  /** The version of the browser, such as `156.0.8078.108`. */
  async version(): Promise<string> {
    const version = await this.pool.withContext({ allowsHost: () => false, maxBytes: 1 }, (context) =>
      Promise.resolve(context.browser()?.version()),
    );
    return version ?? '';
  }

  async close(): Promise<void> {
    await this.pool.close();
  }
}

/**
 * The same browser with every wait for an element limited to `maxMs`. For sandboxes that serve documents in which the element is
 * either present at once or never appears: the adapter's own limit, made for slow platforms, would only slow the test down.
 */
export function withWaitLimit(maxMs: number, browser: SourceBrowser): SourceBrowser {
  const cut = (request: BrowserRequest = {}): BrowserRequest => ({
    ...request,
    waitForMs: Math.min(request.waitForMs ?? maxMs, maxMs),
  });
  return {
    render: (address, request) => browser.render(address, cut(request)),
    open: async (address, request) => {
      const page = await browser.open(address, cut(request));
      return { ...page, goTo: (next, options) => page.goTo(next, cut(options)) };
    },
  };
}
