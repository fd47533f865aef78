/** A real Chromium for specs of adapters that render pages; every page is answered from a sandbox on loopback. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { GuardedClient } from '@libs/egress';
import type { SourceFacts } from '@libs/sources';
import { BrowserTools, type BrowserToolsOptions } from '@libs/sources/browser-tools';
import { BrowserPool } from '@libs/sources/browser/browser-pool';

const CANDIDATES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(
  (name) => `/usr/bin/${name}`,
);
/** Root's Chromium has no sandbox; the pages of specs are our own. */
export const IS_ROOT = process.getuid?.() === 0;
const GIVEN = process.env['HREV_CHROMIUM_PATH'] ?? null;
const MODULES = join(__dirname, '../../node_modules');

/** Whether this machine has one: the operator's, the system's or that of the optional package. Specs say so in the name of what they skip. */
export const hasBrowser =
  GIVEN !== null || CANDIDATES.some((path) => existsSync(path)) || existsSync(join(MODULES, '@sparticuz/chromium'));

/** Where the package's browser is unpacked, once for all specs. */
const FOLDER = join(MODULES, '.cache/hrev-chromium');

export class RealBrowser {
  private readonly pool: BrowserPool;

  constructor() {
    mkdirSync(FOLDER, { recursive: true });
    this.pool = new BrowserPool({
      chromiumPath: GIVEN,
      noSandbox: IS_ROOT,
      folder: FOLDER,
      egress: {},
      candidates: CANDIDATES,
      // The pages of one spec; replacing the browser is not what is tested here.
      visitsPerBrowser: 1_000,
    });
  }

  /** What an adapter is handed, with the sandbox at `origin` in the platform's place. */
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

  async close(): Promise<void> {
    await this.pool.close();
  }
}
