import type { Browser, Page } from 'playwright';
import { ConsoleApp } from './support/console-app';
import { someHotels } from './support/hotels';
import { describeInBrowser, screenHeading, startBrowser, WatchedPage, type Look } from './support/watched-page';

/** A weak mobile connection: 400 kbit/s, and 400 ms for an answer. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const WIDE: Look = { theme: 'light', width: 1280 };
const MOST_SHIFT = 0.05;
const SHOWN_MS = 2_500;
const QUIET_MS = 1_000;

const SCREENS = (['overview', 'reviews', 'objects', 'analytics'] as const).flatMap((screen) =>
  [360, 900, 1280].map((width) => ({ screen, width })),
);

/** Notes the paints of the largest content, and what moved without an act of the person. */
const WATCH = `
  window.paints = [];
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { startTime, element } of list.getEntries()) window.paints.push([startTime, element?.textContent ?? '']);
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) window.shifts.push([value, sources.map(({ node }) => node?.className || node?.nodeName).join(', ')]);
  }).observe({ type: 'layout-shift', buffered: true });`;

type Paint = readonly [ms: number, text: string];
type Shift = readonly [value: number, nodes: string];

describeInBrowser('loading', () => {
  let server: ConsoleApp;
  let browser: Browser;
  beforeAll(async () => {
    server = await ConsoleApp.start();
    await someHotels(server);
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });
  const open = async (look: Look): Promise<WatchedPage> => {
    const watched = await WatchedPage.open(browser, server, look);
    await watched.page.addInitScript(WATCH);
    return watched;
  };
  const loaded = async (page: Page): Promise<void> => {
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(QUIET_MS);
  };
  const shiftsOf = (page: Page): Promise<readonly Shift[]> => page.evaluate<readonly Shift[]>('window.shifts');
  const sum = (shifts: readonly Shift[]): number => shifts.reduce((all, [value]) => all + value, 0);

  test.each(SCREENS)('$screen at $width moves at most a twentieth of the screen', async ({ screen, width }) => {
    const watched = await open({ theme: 'light', width });
    await watched.page.goto(server.screen(screen));
    await screenHeading(watched.page).waitFor();
    await loaded(watched.page);
    const shifts = await shiftsOf(watched.page);
    expect({ shifts, isSmall: sum(shifts) < MOST_SHIFT }).toEqual({ shifts, isSmall: true });
    await watched.close();
  });

  test('at 400 kbit/s there is something to read within 2.5 s, and nothing moves when the font arrives', async () => {
    const watched = await open(WIDE);
    const { page } = watched;
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW);
    await page.goto(server.screen('overview'), { waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await loaded(page);
    const paints = await page.evaluate<readonly Paint[]>('window.paints');
    expect(paints[0]?.[0]).toBeLessThan(SHOWN_MS);
    expect(sum(await shiftsOf(page))).toBeLessThan(MOST_SHIFT);
    await watched.close();
  });
});
