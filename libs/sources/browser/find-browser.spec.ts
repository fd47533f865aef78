import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GuardedClient } from '@libs/egress';
import { startHttp } from '@test/support/egress/local-servers';
import { IS_ROOT } from '@test/support/real-browser';
import { BrowserTools } from '../browser-tools';
import { Unavailable } from '../source-errors';
import { BrowserPool } from './browser-pool';
import { findBrowser } from './find-browser';

describe('finding a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hrev-spec-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('prefers the operator’s browser and fails if it is not executable', async () => {
    expect(await findBrowser({ chromiumPath: process.execPath, folder })).toMatchObject({
      executable: process.execPath,
      from: 'option',
    });
    const missing = findBrowser({ chromiumPath: '/nowhere/chromium', folder });
    await expect(missing).rejects.toBeInstanceOf(Unavailable);
    await expect(missing).rejects.toMatchObject({
      code: 'browser_unavailable',
      message: expect.not.stringContaining('/nowhere'),
    });
  });

  it('returns the first installed browser', async () => {
    const candidates = ['/nowhere/chromium', process.execPath];
    expect(await findBrowser({ chromiumPath: null, folder, candidates })).toMatchObject({
      executable: process.execPath,
      from: 'system',
    });
  });

  const bundled =
    process.platform === 'linux' && process.arch === 'x64' && existsSync('node_modules/@sparticuz/chromium');
  (bundled ? it : it.skip)(
    'unpacks and runs the bundled browser if none is installed (skipped without the package)',
    async () => {
      const server = await startHttp((_request, response) => void response.end('<p>'));
      const pool = new BrowserPool({
        chromiumPath: null,
        folder,
        candidates: [],
        noSandbox: IS_ROOT,
        egress: { exemptOrigins: [server.origin] },
      });
      const facts = { slug: 'shelf', hosts: ['127.0.0.1'] };
      const permit = async () => undefined;
      const signal = new AbortController().signal;
      const tools = new BrowserTools({ pool, client: new GuardedClient(), facts, origin: null, permit, signal });
      try {
        expect(await tools.render(server.origin)).toMatchObject({ status: 200, ready: true });
        expect(readdirSync(folder)).toEqual([expect.stringMatching(/^chromium-\d/)]);
      } finally {
        await pool.close();
        await server.stop();
      }
    },
  );

  (IS_ROOT ? it : it.skip)('refuses to start as root without a sandbox unless the operator allows it', async () => {
    const visit = (noSandbox: boolean): Promise<unknown> => {
      const pool = new BrowserPool({ chromiumPath: '/bin/false', folder, egress: {}, noSandbox });
      return pool
        .withContext({ allowsHost: () => true, maxBytes: 1 }, async () => undefined)
        .finally(() => pool.close());
    };
    await expect(visit(false)).rejects.toMatchObject({
      code: 'browser_unavailable',
      message: 'Chromium has no sandbox as root: start hrev as another user, or set HREV_CHROMIUM_NO_SANDBOX=true',
    });
    await expect(visit(true)).rejects.toMatchObject({ message: 'The browser does not start' });
  });

  // Chromium has no sandbox as root.
  const sandboxSettings = IS_ROOT ? [false] : [true, false];
  it.each(sandboxSettings)('throws Unavailable for a program that is not a browser (sandbox: %s)', async (sandbox) => {
    const pool = new BrowserPool({ chromiumPath: '/bin/false', folder, egress: {}, noSandbox: !sandbox });
    const visit = pool.withContext({ allowsHost: () => true, maxBytes: 1 }, async () => undefined);
    // The message must not suggest that a sandbox is missing.
    await expect(visit).rejects.toMatchObject({ code: 'browser_unavailable', message: 'The browser does not start' });
    await pool.close();
  });
});
