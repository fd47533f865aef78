import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright';
import { eventually } from '@test/support/eventually';
import { ConsoleApp } from './support/console-app';
import { someHotels, type Hotel } from './support/hotels';
import { describeInBrowser, LOOKS, startBrowser, WatchedPage } from './support/watched-page';

const LOOK = { theme: 'light', width: 1280 } as const;
const WAIT_MS = 10_000;
const CHART = 'Average rating and reviews per day';

interface Point {
  readonly period: string;
  readonly review_count: number;
  readonly avg_rating: number | null;
  readonly rating_distribution: Readonly<Record<string, number>>;
}

describeInBrowser('analytics', () => {
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
    await watched.page.goto(server.screen('analytics'));
    await watched.page.getByRole('slider', { name: CHART }).waitFor();
    await watched.page.getByRole('link', { name: 'Old Pier Restaurant' }).waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('the table, the file and the API have the same figures', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('analytics?period=7d&compare=none&view=table'));
    const table = page.getByRole('table', { name: CHART });
    await table.waitFor();
    const points = await pointsOf(server, 7);
    const inTable = (await table.getByRole('row').allInnerTexts()).slice(1).map((row) => row.split('\t').slice(1));
    expect(inTable).toEqual(
      points.map((point) => [String(point.review_count), averageOf(point)?.toFixed(2) ?? '–', String(lowOf(point))]),
    );
    expect(await savedCsv(page)).toEqual([
      'Period,rated reviews,average,1–2 stars',
      ...points.map((point) => `${point.period},${point.review_count},${averageOf(point) ?? ''},${lowOf(point)}`),
    ]);
    await watched.expectNoFaults();
    await watched.close();
  });

  test('a bar of the ratings leads to its reviews', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen(`analytics?scope=object:${hotels[0]?.objectId}&period=30d`));
    await page.getByRole('link', { name: /^1 star / }).click();
    await page.getByRole('heading', { name: 'Reviews' }).waitFor();
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('object_id'), searchParams.get('min_rating')]).toEqual([String(hotels[0]?.objectId), '1']);
    await watched.close();
  });

  test('objects are sorted by a column, and again the other way round', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('analytics'));
    const objects = page.getByRole('region', { name: 'By object' });
    await objects.getByRole('button', { name: 'Sort by Average' }).click();
    await expectFirst(page, /Old Pier|Donau|فندق/);
    await objects.getByRole('button', { name: 'Sort by Average' }).click();
    await expectFirst(page, /Harbor Hotel Porto/);
    expect(new URL(page.url()).searchParams.get('sort_order')).toBe('asc');
    await watched.expectNoFaults();
    await watched.close();
  });

  test('languages lead to their reviews, and replies have their times by platform', async () => {
    const hotel = hotels[1]?.objectId ?? 0;
    await server.app.database.query(
      `update review set language = case id % 3 when 0 then 'de' when 1 then 'und' else 'en' end where object_id = $1`,
      [hotel],
    );
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen(`analytics?scope=object:${hotel}&period=all`));
    const times = await bodyOf(server, `reply-times?object_id=${hotel}&min_rating=0`);
    const answered = (times['by_source'] as readonly Json[]).filter((source) => Number(source['answered_count']) > 0);
    const timesTable = page.getByRole('region', { name: 'Time to answer' });
    await timesTable.getByText('Trustpilot').waitFor();
    expect(await timesTable.getByRole('row').count()).toBe(1 + answered.length);
    const german = (await bodyOf(server, `languages?object_id=${hotel}&min_rating=0`))['data'] as readonly Json[];
    const count = german.find(({ language }) => language === 'de')?.['review_count'];
    const languages = page.getByRole('region', { name: 'By language' });
    await languages.getByRole('link', { name: 'Not known' }).waitFor();
    const row = languages.getByRole('row').filter({ hasText: 'German' });
    expect((await row.innerText()).split('\t')[1]).toBe(String(count));
    await watched.expectNoFaults();
    await row.getByRole('link', { name: 'German' }).click();
    await page.getByText(`${String(count)} reviews`).waitFor();
    await page.getByRole('button', { name: 'Remove the filter Language German' }).waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('platforms, days and the length of a period are filters of the address', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('analytics?from=2026-01-01&to=2026-01-05&granularity=month'));
    await page.getByRole('region', { name: 'Figures' }).getByText('0', { exact: true }).first().waitFor();
    await page.getByText('No reviews in this period.').first().waitFor();
    await page.getByRole('combobox', { name: 'Group by' }).selectOption('Week');
    await page.getByRole('button', { name: 'All time' }).click();
    await page.getByRole('combobox', { name: 'Platforms' }).fill('book');
    await page.getByRole('option', { name: 'Booking.com' }).click();
    await page.getByRole('region', { name: 'By platform' }).getByText('Booking.com').waitFor();
    expect(new URL(page.url()).searchParams.get('granularity')).toBe('week');
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    const { data } = await bodyOf(server, 'languages?source_slugs=booking');
    const rated = (data as readonly Json[]).reduce((sum, { review_count: n }) => sum + Number(n), 0);
    const counts = page.getByRole('table', { name: /^Average rating and reviews per week/ });
    await eventually('the chart has the reviews of the platform', WAIT_MS, async () => {
      const rows = (await counts.getByRole('row').allInnerTexts()).slice(1);
      return rows.reduce((sum, row) => sum + Number(row.split('\t')[1]), 0) === rated || null;
    });
    await watched.expectNoFaults();
    await page.getByRole('link', { name: /^4 stars / }).click();
    await page.getByRole('button', { name: 'Remove the filter Platform Booking.com' }).waitFor();
    await watched.close();
  });
});

const averageOf = ({ avg_rating: average }: Point): number | null => average;
const lowOf = ({ rating_distribution: counts }: Point): number => (counts['1'] ?? 0) + (counts['2'] ?? 0);

type Json = Readonly<Record<string, unknown>>;

async function bodyOf({ app, account }: ConsoleApp, path: string): Promise<Json> {
  const { body } = await app.agent.get(`/v3/analytics/${path}`).set('X-API-Key', account.readOnly);
  return body as Json;
}

async function expectFirst(page: Page, name: RegExp): Promise<void> {
  const row = page.getByRole('region', { name: 'By object' }).getByRole('row').nth(1);
  await row.filter({ hasText: name }).waitFor();
}

async function savedCsv(page: Page): Promise<readonly string[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const text = readFileSync(await download.path(), 'utf8');
  return text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
}

async function pointsOf({ app, account }: ConsoleApp, days: number): Promise<readonly Point[]> {
  const from = new Date(Date.now() - (days - 1) * 86_400_000).toISOString().slice(0, 10);
  const { body } = await app.agent
    .get(`/v3/analytics/timeseries?scope=account&granularity=day&published_from=${from}`)
    .set('X-API-Key', account.readOnly);
  return (
    (body as { readonly series: readonly { readonly timeseries: readonly Point[] }[] }).series[0]?.timeseries ?? []
  );
}
