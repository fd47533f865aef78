import type { Browser, Page } from 'playwright';
import { aWebhook } from '@test/support/delivery-harness';
import { eventually } from '@test/support/eventually';
import { insertReviews } from '@test/support/review-factory';
import { ConsoleApp } from './support/console-app';
import { aHarbor, type Harbor } from './support/harbor';
import { describeInBrowser, startBrowser, WatchedPage } from './support/watched-page';

const LOOK = { theme: 'light', width: 1280 } as const;
const MANY = 6_000;
const WAIT_MS = 5_000;

describeInBrowser('the keyboard', () => {
  let server: ConsoleApp;
  let browser: Browser;
  let harbor: Harbor;
  beforeAll(async () => {
    server = await ConsoleApp.start();
    harbor = await aHarbor(server);
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });
  const focused = (page: Page): Promise<string> => page.evaluate<string>('document.activeElement?.id ?? ""');

  test('J and K wait for no answer at 6,000 reviews and are one step of the history; Back leaves the list', async () => {
    const [seed] = await server.app.database.query<{ linkId: number; sourceId: number }>(
      `select id as "linkId", source_id as "sourceId" from link where account_id = $1 order by id limit 1`,
      [server.account.accountId],
    );
    await insertReviews(
      server.app.database,
      Array.from({ length: MANY }, (_, n) => ({
        accountId: server.account.accountId,
        objectId: harbor.objectId,
        linkId: seed?.linkId ?? 0,
        sourceId: seed?.sourceId ?? 0,
        reviewDate: `2026-10-${String((n % 28) + 1).padStart(2, '0')}T10:00:00`,
        author: `Guest ${n}`,
        rating: (n % 5) + 1,
        text: 'The view of the river is the best of the city.',
      })),
    );
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('overview'));
    await page
      .getByRole('navigation', { name: 'Main', exact: true })
      .getByRole('link', { name: /^Reviews/ })
      .click();
    await page.getByText('6,006 reviews').waitFor();
    const entries = await page.evaluate<number>('history.length');
    // A move shows the row at once: no answer of the API arrives in this test.
    await page.route(/\/v3\/reviews\/\d+/, () => undefined);
    const names = await page.locator('.who').allTextContents();
    for (const key of ['j', 'j', 'k', 'j', 'j']) await page.keyboard.press(key);
    await page.getByRole('heading', { name: names[2] ?? '', exact: true }).waitFor();
    expect((await page.evaluate<number>('history.length')) - entries).toBeLessThanOrEqual(1);
    await page.goBack();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await watched.close();
  });

  test.each([
    ['?', 'Keys'],
    ['Control+k', 'Search'],
  ])('the focus returns to the row after %s', async (key) => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('reviews'));
    await page.locator('a.row').first().waitFor();
    await page.keyboard.press('j');
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    const row = await focused(page);
    expect(row).toMatch(/^review-row-/);
    await page.keyboard.press(key);
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.waitForTimeout(100);
    expect(await focused(page)).toBe(row);
    await watched.close();
  });

  // The entry of the menu is gone when the dialog that it opened is closed.
  test.each([
    ['overview', /^Account Harbor Hotels/, 'Ask for help'],
    ['reviews', 'More for this list', 'Save this view'],
    ['reviews/REVIEW', 'More', 'Show the original data'],
    ['objects/OBJECT/links', /^Actions of .*trustpilot/i, 'Details'],
    ['objects/OBJECT/links', /^Actions of .*trustpilot/i, 'Rename'],
    ['objects/OBJECT/links', /^Actions of .*trustpilot/i, 'Delete link'],
    ['webhooks/WEBHOOK/deliveries', 'More actions', 'Delete webhook'],
  ] as const)(
    'at %s, the dialog of "%s", "%s" returns the focus to the button of the menu',
    async (path, menu, entry) => {
      const { accountId } = server.account;
      const webhookId = await aWebhook(server.app.database, {
        accountId,
        target: 'https://hooks.harbor.example/reviews',
      });
      const ids = { REVIEW: harbor.reviews.get('Miguel'), OBJECT: harbor.objectId, WEBHOOK: webhookId };
      const address = path.replace(/[A-Z]{6,}/, (name) => String(ids[name as keyof typeof ids]));
      const watched = await WatchedPage.open(browser, server, LOOK);
      const { page } = watched;
      await page.goto(server.screen(address));
      const button = page
        .getByRole('button', typeof menu === 'string' ? { name: menu, exact: true } : { name: menu })
        .first();
      // The second time, the code of the dialog is loaded already.
      for (let n = 0; n < 2; n += 1) {
        await button.click();
        await page.getByRole('menuitem', { name: entry }).click();
        await page.getByRole('dialog').waitFor();
        await page.getByRole('menu').waitFor({ state: 'detached' });
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await eventually(
          'the button has the focus',
          WAIT_MS,
          async () => (await button.evaluate((element) => element.matches(':focus'))) || null,
        );
      }
      await watched.close();
    },
  );

  test('Escape closes an open review, and the focus returns to its row', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('reviews'));
    await page.locator('a.row').first().waitFor();
    await page.keyboard.press('j');
    await page.getByRole('textbox', { name: 'Write a reply' }).waitFor();
    const row = await focused(page);
    await page.keyboard.press('Escape');
    await page.getByText('Choose a review from the list.').waitFor();
    expect(await focused(page)).toBe(row);
    await watched.close();
  });

  test.each([1280, 900])(
    'Escape closes the details of a request at %d, and the focus returns to its row',
    async (width) => {
      await server.app.agent.get('/v3/objects/999999').set('X-API-Key', server.account.full);
      const watched = await WatchedPage.open(browser, server, { theme: 'light', width });
      const { page } = watched;
      await page.goto(server.screen('requests'));
      const row = page.locator('a[data-row]').first();
      await row.click();
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      await page.keyboard.press('Escape');
      await page.waitForURL(/requests(\?|$)/);
      await page.waitForTimeout(300);
      expect(await page.evaluate<boolean>(`document.activeElement === document.querySelector('a[data-row]')`)).toBe(
        true,
      );
      await watched.close();
    },
  );
});
