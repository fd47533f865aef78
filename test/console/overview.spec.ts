import type { Browser } from 'playwright';
import { ConsoleApp } from './support/console-app';
import { someHotels, type Hotel } from './support/hotels';
import { describeInBrowser, LOOKS, startBrowser, WatchedPage } from './support/watched-page';

const LOOK = { theme: 'light', width: 1280 } as const;

describeInBrowser('the overview', () => {
  let server: ConsoleApp;
  let browser: Browser;
  let hotels: readonly Hotel[];
  beforeAll(async () => {
    server = await ConsoleApp.start({ role: 'viewer' });
    browser = await startBrowser();
    hotels = await someHotels(server);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  test.each(LOOKS)('has no faults in $theme at $width', async (look) => {
    const watched = await WatchedPage.open(browser, server, look);
    await watched.page.goto(server.screen('overview'));
    await watched.page.getByRole('slider', { name: 'Average rating and reviews per day' }).waitFor();
    await watched.page.getByRole('link', { name: 'Answer', exact: true }).waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('shows the figures of the API, and leads to the reviews that wait', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('overview?period=7d'));
    const { total_reviews: total } = await summaryOf(server, 7);
    await page.getByRole('link', { name: new RegExp(`^New reviews ${total}`) }).waitFor();
    await page.getByRole('link', { name: 'Answer', exact: true }).click();
    await page.getByRole('heading', { name: 'Reviews' }).waitFor();
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('has_reply'), searchParams.get('object_id')]).toEqual([
      'false',
      String(hotels[0]?.objectId),
    ]);
    await page.goBack();
    await page.getByRole('link', { name: new RegExp(`^New reviews ${total}`) }).waitFor();
    await watched.close();
  });

  test('the number of reviews that wait is that of the list, also with hidden ones', async () => {
    const { app, account } = server;
    await app.database.query(
      `update review set hidden_at = clock_timestamp() where id in (
         select id from review where account_id = $1 and object_id = $2 and rating < 300 and reply_text is null limit 2)`,
      [account.accountId, hotels[0]?.objectId],
    );
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('overview'));
    const figure = page.getByRole('link', { name: /^Unanswered, 1–2 stars \d/ });
    const [, waiting] = /(\d+)/.exec((await figure.innerText()).replace('1–2', '')) ?? [];
    await figure.click();
    await page.getByText(`${waiting} reviews`, { exact: true }).waitFor();
    await page.goBack();
    await page.getByText(`${waiting} reviews with 1 or 2 stars wait for an answer`).waitFor();
    await page.getByRole('link', { name: 'Answer', exact: true }).click();
    await page.getByText(`${waiting} reviews`, { exact: true }).waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('keeps the period and the comparison in the address', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('overview'));
    await page.getByRole('button', { name: '90 days' }).click();
    await page.getByRole('combobox', { name: 'Compare' }).selectOption('Not compared');
    await page.waitForURL(/period=90d&compare=none|compare=none&period=90d/);
    await page.reload();
    expect(await page.getByRole('button', { name: '90 days' }).getAttribute('aria-pressed')).toBe('true');
    expect(await page.getByText('Objects whose average fell most').count()).toBe(0);
    await watched.expectNoFaults();
    await watched.close();
  });

  test('the chart is read by keys, and shows its rows as a table', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('overview?period=7d'));
    const chart = page.getByRole('slider', { name: 'Average rating and reviews per day' });
    await chart.focus();
    expect(await chart.getAttribute('aria-valuetext')).toMatch(/: 8 reviews, average \d\.\d\d$/);
    await page.keyboard.press('Home');
    expect(await chart.getAttribute('aria-valuenow')).toBe('0');
    await page.keyboard.press('ArrowRight');
    expect(await chart.getAttribute('aria-valuenow')).toBe('1');
    await watched.expectNoFaults();
    await page.keyboard.press('t');
    const table = page.getByRole('table', { name: 'Average rating and reviews per day' });
    await table.waitFor();
    expect(await table.getByRole('row').count()).toBe(8);
    await watched.expectNoFaults();
    await page.getByRole('button', { name: 'Show as chart' }).click();
    await chart.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Reviews' }).waitFor();
    const today = new Date().toISOString().slice(0, 10);
    expect(new URL(page.url()).searchParams.get('published_from')).toBe(today);
    await watched.close();
  });

  test('the scope is chosen by name, and kept between the overview, the inbox and the analytics', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    const id = hotels[1]?.objectId;
    await page.goto(server.screen('overview?period=7d'));
    await page.getByRole('combobox', { name: 'Objects that are shown' }).fill('old p');
    await page.getByRole('option', { name: 'Old Pier Restaurant' }).click();
    await page.getByRole('link', { name: /^New reviews 14/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('scope')).toBe(`object:${id}`);
    await watched.expectNoFaults();
    const rail = page.getByRole('navigation', { name: 'Main', exact: true });
    await rail.getByRole('link', { name: /Reviews/ }).click();
    await page.getByRole('heading', { name: 'Reviews', exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('object_id')).toBe(String(id));
    await rail.getByRole('link', { name: 'Analytics' }).click();
    await page.getByRole('heading', { name: 'Analytics' }).waitFor();
    expect(new URL(page.url()).searchParams.get('scope')).toBe(`object:${id}`);
    await watched.close();
  });

  test('names the object whose average fell most', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    await watched.page.goto(server.screen('overview'));
    const row = watched.page.getByRole('region', { name: 'Objects whose average fell most' }).getByRole('row').nth(1);
    await row.getByRole('link', { name: 'Harbor Hotel Porto' }).waitFor();
    expect(await row.innerText()).toMatch(/−\d\.\d\d/);
    await watched.close();
  });

  test('of an account without objects lists the first steps', async () => {
    const empty = await ConsoleApp.start();
    try {
      const watched = await WatchedPage.open(browser, empty, LOOK);
      await watched.page.goto(`${empty.origin}/console`);
      await watched.page.getByRole('heading', { name: 'First steps' }).waitFor();
      expect(await watched.page.getByRole('listitem').filter({ hasText: 'Add an object' }).count()).toBe(1);
      await watched.expectNoFaults();
      await watched.close();
    } finally {
      await empty.close();
    }
  });
});

interface Figures {
  readonly total_reviews: number;
}

async function summaryOf({ app, account }: ConsoleApp, days: number): Promise<Figures> {
  const from = new Date(Date.now() - (days - 1) * 86_400_000).toISOString().slice(0, 10);
  const { body } = await app.agent
    .get(`/v3/analytics?min_rating=0&published_from=${from}`)
    .set('X-API-Key', account.readOnly);
  return (body as { readonly summary: Figures }).summary;
}
