/** A real Chromium for specs of adapters that render pages; every page is answered from a sandbox on loopback. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GuardedClient } from '@libs/egress';
import type { SourceFacts } from '@libs/sources';
import { BrowserTools } from '@libs/sources/browser-tools';
import { BrowserPool } from '@libs/sources/browser/browser-pool';

const CANDIDATES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(
  (name) => `/usr/bin/${name}`,
);

/** Whether this machine has one; specs say so in the name of what they skip. */
export const hasBrowser = CANDIDATES.some((path) => existsSync(path));

export class RealBrowser {
  private readonly folder = mkdtempSync(join(tmpdir(), 'hrev-spec-browser-'));
  private readonly pool = new BrowserPool({
    chromiumPath: null,
    folder: this.folder,
    egress: {},
    candidates: CANDIDATES,
    // The pages of one spec; replacing the browser is not what is tested here.
    visitsPerBrowser: 1_000,
  });

  /** What an adapter is handed, with the sandbox at `origin` in the platform's place. */
  tools(facts: SourceFacts, origin: string, signal: AbortSignal): BrowserTools {
    const client = new GuardedClient({ exemptOrigins: [origin] });
    return new BrowserTools({ pool: this.pool, client, facts, origin, permit: () => Promise.resolve(), signal });
  }

  async close(): Promise<void> {
    await this.pool.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
