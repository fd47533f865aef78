import type { Browser, BrowserContext, Page } from 'playwright';
import { LiveChanges, LiveStreams } from '@src/console';
import { insertReviews } from '@test/support/review-factory';
import { eventually } from '@test/support/eventually';
import { ConsoleApp } from './support/console-app';
import { aHarbor } from './support/harbor';
import { describeInBrowser, LOOKS, startBrowser, WatchedPage } from './support/watched-page';

const WAIT_MS = 20_000;

describeInBrowser('live data', () => {
  let server: ConsoleApp;
  let browser: Browser;

  beforeAll(async () => {
    server = await ConsoleApp.start();
    await aHarbor(server);
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  const openTab = async (context: BrowserContext, screen = 'objects'): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(server.screen(screen));
    return page;
  };
  const aContext = async (): Promise<BrowserContext> => {
    const context = await browser.newContext({ locale: 'en-US', timezoneId: 'UTC' });
    await context.addCookies([server.cookie]);
    return context;
  };
  const streams = (): number => server.app.app.get(LiveStreams, { strict: false }).count;
  const isLive = (page: Page): Promise<void> => page.getByText('Live', { exact: true }).waitFor({ timeout: WAIT_MS });

  test('seven tabs share one stream, another tab takes it over, and all of them see a change', async () => {
    const context = await aContext();
    const pages: Page[] = [];
    for (let n = 0; n < 7; n += 1) pages.push(await openTab(context));
    await Promise.all(pages.map(isLive));
    expect(streams()).toBe(1);
    await pages.shift()?.close();
    await eventually('another tab has the stream', WAIT_MS, () => streams() === 1);
    await Promise.all(pages.map(isLive));
    const [first] = pages;
    await first?.bringToFront();
    await server.app.agent
      .post('/v3/objects')
      .set('X-API-Key', server.account.full)
      .send({ name: 'New Quay', links: [{ url: 'https://www.trustpilot.com/review/quay.example' }] });
    await first?.getByRole('link', { name: 'New Quay' }).waitFor({ timeout: WAIT_MS });
    await context.close();
  });

  test('without the stream the page reads everything every 15 seconds, and is live again with it', async () => {
    const context = await aContext();
    await context.route('**/console/api/events**', (route) => route.abort());
    const page = await openTab(context);
    await page.getByText('Every 15 s').waitFor({ timeout: WAIT_MS });
    await context.unroute('**/console/api/events**');
    await page.getByText('Live', { exact: true }).waitFor({ timeout: 40_000 });
    await context.close();
  });

  test.each(LOOKS)('without a connection a bar says since when, until it is back: $theme, $width px', async (look) => {
    const watched = await WatchedPage.open(browser, server, look);
    const { page } = watched;
    await page.goto(server.screen('objects'));
    await page.getByRole('link', { name: 'Harbor Hotel Porto' }).waitFor();
    // No request gets a response.
    await page.route(/[/](?:v3|console[/]api|health)/, () => undefined);
    await page.evaluate("window.dispatchEvent(new Event('offline'))");
    await page.getByText(/^No connection since \d\d:\d\d.*\. What you see may have changed since then\.$/).waitFor();
    await watched.expectNoFaults();
    await page.evaluate("window.dispatchEvent(new Event('online'))");
    await page.getByText(/^No connection since/).waitFor({ state: 'detached' });
    await watched.close();
  });

  test('when the session ends, the stream ends and the page leads to the sign-in', async () => {
    const person = await server.another('viewer');
    const context = await browser.newContext();
    await context.addCookies([server.cookieOf(person.browser)]);
    const page = await openTab(context);
    await isLive(page);
    const before = streams();
    await server.app.database.query('delete from session where person_id = (select id from person where email = $1)', [
      person.email,
    ]);
    await eventually('the stream ends', 5_000, () => streams() < before);
    await page.getByRole('heading', { name: /^Sign in/ }).waitFor({ timeout: WAIT_MS });
    await context.close();
  });

  test('a change that a page reads by itself does not keep the session alive, and an act of the person does', async () => {
    const context = await aContext();
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(server.screen('objects'));
    await isLive(page);
    await page.clock.fastForward(31_000);
    await server.app.database.query(`update session set last_seen_at = clock_timestamp() - interval '2 hours'`);
    const isIdle = async (): Promise<boolean> => {
      const rows = await server.app.database.query(
        `select from session where last_seen_at > clock_timestamp() - interval '1 hour'`,
      );
      return rows.length === 0;
    };
    const isRead = page.waitForResponse((response) => response.url().includes('/v3/objects'), { timeout: WAIT_MS });
    await server.app.app.get(LiveChanges, { strict: false }).publish(server.account.accountId, 'link.changed', [1]);
    await isRead;
    expect(await isIdle()).toBe(true);
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await eventually('the session is in use again', WAIT_MS, async () => !(await isIdle()));
    await context.close();
  });

  test('new reviews of the inbox wait behind a row, and the list does not move', async () => {
    const context = await aContext();
    const page = await openTab(context, 'reviews');
    await isLive(page);
    const list = page.getByRole('region', { name: 'List of reviews' });
    await list.getByRole('listitem').first().waitFor();
    const before = await list.getByRole('listitem').count();
    const [place] = await server.app.database.query<{ objectId: number; linkId: number; sourceId: number }>(
      `select object_id as "objectId", link_id as "linkId", source_id as "sourceId" from review where account_id = $1 limit 1`,
      [server.account.accountId],
    );
    const review = { accountId: server.account.accountId, objectId: 0, linkId: 0, sourceId: 0, ...place };
    const [id] = await insertReviews(server.app.database, [
      { ...review, author: 'Beatriz', rating: 1, text: 'Loud street.', reviewDate: '2026-11-24T10:00:00' },
    ]);
    await server.app.agent
      .post(`/v3/objects/${review.objectId}/hidden-reviews`)
      .set('X-API-Key', server.account.full)
      .send({ review_ids: [id] });
    await server.app.agent
      .delete(`/v3/objects/${review.objectId}/hidden-reviews`)
      .set('X-API-Key', server.account.full)
      .send({ review_ids: [id] });
    const row = page.getByRole('button', { name: '1 new review' });
    await row.waitFor({ timeout: WAIT_MS });
    expect([await list.getByRole('listitem').count(), await list.getByText('Beatriz').count()]).toEqual([before, 0]);
    await row.click();
    await list.getByText('Beatriz').waitFor();
    expect(await row.count()).toBe(0);
    await context.close();
  });

  test('without a connection buttons that write wait for it', async () => {
    const context = await aContext();
    const page = await openTab(context, 'settings/profile');
    const save = page.getByRole('button', { name: 'Save' }).first();
    await save.waitFor();
    await context.setOffline(true);
    await page.getByText(/^No connection since/).waitFor();
    expect([await save.isDisabled(), await save.getAttribute('title')]).toEqual([true, 'Needs a connection']);
    await context.setOffline(false);
    await eventually('the button is ready', WAIT_MS, async () => !(await save.isDisabled()));
    await context.close();
  });

  test('the page reads again what a published change names', async () => {
    const context = await aContext();
    const page = await openTab(context);
    await isLive(page);
    await server.app.app.get(LiveChanges, { strict: false }).publish(server.account.accountId, 'link.changed', [1]);
    await page.waitForRequest((request) => request.url().includes('/v3/objects'), { timeout: WAIT_MS });
    await context.close();
  });
});
