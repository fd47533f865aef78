// cspell:ignore affichés avis Bewertungen gezeigt gnorw
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright';
import { DEFAULT_OPTIONS, type EmbedOptions } from '@src/embeds/domain/embed';
import { EmbedsService } from '@src/embeds/embeds.service';
import { insertReviews } from '@test/support/review-factory';
import { aLink, type LinkFixture } from '@test/support/store-fixture';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';
import { contextOf, type Look } from './support/browser';
import { describeInBrowser, LOOKS, startBrowser } from './support/watched-page';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const HOSTILE = `</p><script>window.hacked = 1</script><img src=x onerror="window.hacked = 2">‮gnorw ${'x'.repeat(300)}`;
const SMALL: Look = { theme: 'light', width: 320 };

/** The element and the page on a site of another origin, in a real browser (contract §4.23). */
describeInBrowser('reviews on a web page of others', () => {
  let app: TestApp;
  let account: TestAccount;
  let link: LinkFixture;
  let browser: Browser;
  let site: Server;
  let origin: string;
  let body = '';
  let language = 'en';

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    browser = await startBrowser();
    // `localhost` and 127.0.0.1 are two origins.
    site = createServer((request, response) => {
      if (request.url !== '/') return response.writeHead(404).end();
      response.writeHead(200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': `default-src 'none'; script-src ${app.address}; connect-src ${app.address}; frame-src ${app.address}; require-trusted-types-for 'script'; trusted-types 'none'`,
      });
      return response.end(
        `<!doctype html><html lang="${language}"><head><title>A shop</title><meta name="viewport" content="width=device-width"></head><body><main><h1>Shop</h1>${body}</main></body></html>`,
      );
    });
    await new Promise<void>((resolve) => site.listen(0, 'localhost', resolve));
    origin = `http://localhost:${(site.address() as AddressInfo).port}`;
  });
  beforeEach(async () => {
    account = await app.anAccount();
    link = await aLink(app.database, { accountId: account.accountId });
    language = 'en';
  });
  afterAll(async () => {
    site.close();
    await browser.close();
    await app.close();
  });

  const anEmbed = async (
    options: Partial<EmbedOptions> = {},
  ): Promise<{ readonly id: number; readonly token: string }> =>
    app.app
      .get(EmbedsService, { strict: false })
      .create(account.accountId, { kind: 'object', objectId: link.objectId }, { ...DEFAULT_OPTIONS, ...options });
  const elementOf = (token: string): string =>
    `<script async src="${app.address}/v3/embed/${token}.js"></script><hrev-reviews token="${token}"></hrev-reviews>`;
  const withReviews = (): Promise<unknown> =>
    insertReviews(app.database, [
      {
        ...link,
        author: HOSTILE,
        text: HOSTILE,
        rating: 4.5,
        reviewDate: '2026-03-01T00:00:00',
        reviewUrl: 'javascript:window.hacked=3',
      },
      {
        ...link,
        author: null,
        text: 'مرحبا',
        rating: 5,
        reviewDate: '2026-02-01T00:00:00',
        reviewUrl: 'https://example.com/2',
      },
      { ...link, text: 'bad', rating: 1, reviewDate: '2026-01-01T00:00:00' },
    ]);

  /** Opens the site, and returns its page and the problems that it has had. */
  async function open(look: Look = SMALL): Promise<{ readonly page: Page; readonly problems: string[] }> {
    const context = await browser.newContext(contextOf(look));
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
    });
    await page.goto(origin);
    return { page, problems };
  }

  const faultsOf = async (page: Page): Promise<unknown> => {
    // The policy of the site forbids scripts of others: axe runs in a world of its own.
    const session = await page.context().newCDPSession(page);
    const { frameTree } = await session.send('Page.getFrameTree');
    const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
    const run = async (expression: string): Promise<unknown> => {
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
        contextId: executionContextId,
        expression,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result.value;
    };
    await run(AXE);
    return run(
      'axe.run(document).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + " " + html.slice(0, 200))))',
    );
  };

  test.each(LOOKS.map(({ theme }) => theme))(
    'the element has no faults with hostile texts at 320 px, %s',
    async (theme) => {
      await withReviews();
      const { token } = await anEmbed({ minRating: 4 });
      body = elementOf(token);
      const { page, problems } = await open({ theme, width: 320 });
      await page.getByText('2 of 3 reviews shown, rated 4 and higher').waitFor();
      await page.getByText('3.5 of 5 on average over all reviews').waitFor();
      expect(await page.getByRole('listitem').count()).toBe(2);
      expect(await page.getByRole('img', { name: '4.5 of 5', exact: true }).count()).toBe(1);
      expect(await page.locator('hrev-reviews strong').allTextContents()).toEqual([
        HOSTILE.slice(0, HOSTILE.length),
        'Anonymous',
      ]);
      expect(
        await page.locator('hrev-reviews a').evaluateAll((links) => links.map((each) => each.getAttribute('href'))),
      ).toEqual(['https://example.com/2']);
      expect(
        await page.evaluate<unknown>('[window.hacked ?? null, document.documentElement.scrollWidth - innerWidth]'),
      ).toEqual([null, 0]);
      expect(await faultsOf(page)).toEqual([]);
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );

  test('links are reached by the keyboard, and open a window that knows nothing of the page', async () => {
    await withReviews();
    body = elementOf((await anEmbed()).token);
    const { page } = await open();
    await page.getByText('3 of 3 reviews shown').waitFor();
    await page.keyboard.press('Tab');
    const focused = 'document.activeElement.shadowRoot.activeElement';
    expect(await page.evaluate<unknown>(`[${focused}.href, ${focused}.target, ${focused}.rel]`)).toEqual([
      'https://example.com/2',
      '_blank',
      'noopener noreferrer nofollow ugc',
    ]);
    await page.context().close();
  });

  test.each([
    ['ar', null, 'rtl', 'عُرض'],
    ['de-AT', null, 'ltr', 'von 3 Bewertungen gezeigt'],
    ['xx', null, 'ltr', 'of 3 reviews shown'],
    ['de', 'fr' as const, 'ltr', 'avis sur 3 affichés'],
  ])('a page in %s with the option %s has its words from %s', async (pageLanguage, own, direction, words) => {
    await withReviews();
    language = pageLanguage;
    body = elementOf((await anEmbed({ language: own })).token);
    const { page } = await open();
    await page.getByText(words).waitFor();
    expect(await page.locator('hrev-reviews section').getAttribute('dir')).toBe(direction);
    await page.context().close();
  });

  test.each(['light', 'dark'] as const)('the theme %s is that of the embed and not of the reader', async (theme) => {
    body = elementOf((await anEmbed({ theme })).token);
    const { page } = await open({ theme: theme === 'light' ? 'dark' : 'light', width: 320 });
    await page.getByText('No reviews yet').waitFor();
    const color = await page.evaluate<string>(
      `getComputedStyle(document.querySelector('hrev-reviews').shadowRoot.querySelector('section')).backgroundColor`,
    );
    expect(color).toBe(theme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(20, 24, 29)');
    expect(await faultsOf(page)).toEqual([]);
    await page.context().close();
  });

  test('a revoked token is said to have no reviews to show, and the page stays whole', async () => {
    const { id, token } = await anEmbed();
    const other = await anEmbed();
    body = `<script async src="${app.address}/v3/embed/${other.token}.js"></script><hrev-reviews token="${token}"></hrev-reviews>`;
    await app.app.get(EmbedsService, { strict: false }).remove(account.accountId, id);
    const { page } = await open();
    await page.getByRole('status').filter({ hasText: 'The reviews cannot be shown now' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.context().close();
  });

  test.each(LOOKS.map(({ theme }) => theme))('the page in a frame has no faults and no script, %s', async (theme) => {
    await withReviews();
    const { token } = await anEmbed({ minRating: 4 });
    body = `<iframe src="${app.address}/v3/embed/${token}.html" title="Reviews" width="300" height="600"></iframe>`;
    const { page, problems } = await open({ theme, width: 320 });
    const frame = page.frameLocator('iframe');
    await frame.getByText('2 of 3 reviews shown, rated 4 and higher').waitFor();
    expect(await frame.locator('script, img').count()).toBe(0);
    expect(await frame.locator('strong').allTextContents()).toEqual([HOSTILE, 'Anonymous']);
    expect(problems).toEqual([]);
    await page.goto(`${app.address}/v3/embed/${token}.html`);
    expect(await page.evaluate<unknown>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    await page.context().close();
  });

  test('no other page of the service can be framed', async () => {
    body = `<iframe src="${app.address}/docs" title="Docs"></iframe>`;
    const { page, problems } = await open();
    await page.waitForTimeout(500);
    expect(problems.join()).toContain('frame-ancestors');
    await page.context().close();
  });
});
