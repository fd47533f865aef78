import type { Browser } from 'playwright';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';
import { describeInBrowser, LOOKS, startBrowser, THEMES, WatchedPage, type Look } from './support/watched-page';

const DESKTOP: Look = { theme: 'light', width: 1280 };
const NO_COOKIE = { name: 'none', value: 'none', url: 'http://127.0.0.1' };
const PAGES = ['/docs', '/docs/guides/first-reviews', '/docs/platforms/steam', '/docs/errors'];

/** The built documentation, as the service serves it. */
describeInBrowser('the documentation', () => {
  let app: TestApp;
  let account: TestAccount;
  let browser: Browser;
  let watched: WatchedPage;

  beforeAll(async () => {
    app = await testApp();
    account = await app.anAccount();
    browser = await startBrowser();
  });
  afterEach(() => watched.close());
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  const open = async (path: string, look: Look): Promise<void> => {
    watched = await WatchedPage.open(browser, { origin: app.address, cookie: NO_COOKIE }, look, false);
    await watched.page.goto(`${app.address}${path}`, { waitUntil: 'networkidle' });
  };

  describe.each(LOOKS)('$theme, $width px', (look) => {
    test.each(PAGES)('%s has no faults', async (path) => {
      await open(path, look);
      await watched.expectNoFaults();
    });
  });

  describe.each(THEMES)('%s', (theme) => {
    const look: Look = { theme, width: 1280 };

    test('the search finds a word and has no faults', async () => {
      await open('/docs', look);
      const { page } = watched;
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('combobox').fill('idempotency_conflict');
      const found = page.getByRole('option', { name: /idempotency_conflict/ }).first();
      await found.waitFor();
      await watched.expectNoFaults();
      await found.click();
      await page.getByRole('heading', { name: 'idempotency_conflict' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/docs/errors');
    });

    test('/docs/api has no faults', async () => {
      await open('/docs/api', look);
      await watched.page
        .getByRole('heading', { name: /Objects/ })
        .first()
        .waitFor();
      await watched.expectNoFaults();
    });
  });

  test('an address without a page has a page that says so, with no faults', async () => {
    await open('/docs/nothing', DESKTOP);
    await watched.page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(await watched.violations()).toEqual([]);
  });

  test('the reference calls the service with a key that the reader has entered, and stores it nowhere', async () => {
    await open('/docs/api', DESKTOP);
    const { page } = watched;
    await page.getByRole('textbox', { name: 'Value' }).fill(account.full);
    await page
      .getByRole('link', { name: /List objects with their links/ })
      .first()
      .click();
    await page
      .getByRole('button', { name: /Test Request.*get \/v3\/objects\b/i })
      .first()
      .click();
    const [request] = await Promise.all([
      page.waitForRequest((one) => one.url().startsWith(`${app.address}/v3/objects`)),
      page
        .getByRole('button', { name: /Send get request/ })
        .first()
        .click(),
    ]);
    const answer = await request.response();
    expect([request.headers()['x-api-key'], answer?.status()]).toEqual([account.full, 200]);
    expect(await page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toContain(
      account.full,
    );
  });
});
