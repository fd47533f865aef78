import type { Browser } from 'playwright';
import { ConsoleApp } from './support/console-app';
import { describeInBrowser, LOOKS, startBrowser, WatchedPage } from './support/watched-page';

const LOOK = { theme: 'light', width: 1280 } as const;
const MIXED = [
  'https://www.trustpilot.com/review/mixed.example',
  'https://maps.app.goo.gl/abcdef',
  'https://www.trustpilot.com/about',
  'https://nowhere.example/x',
  'https://www.trustpilot.com/review/second.example',
];

describeInBrowser('adding objects', () => {
  let server: ConsoleApp;
  let browser: Browser;
  beforeAll(async () => {
    server = await ConsoleApp.start({ role: 'member' });
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  const open = async (path: string): Promise<WatchedPage> => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    await watched.page.goto(server.screen(path));
    return watched;
  };
  const objects = async (): Promise<readonly { readonly name: string; readonly links: readonly object[] }[]> => {
    const { body } = await server.app.agent.get('/v3/objects?limit=1000').set('X-API-Key', server.account.full);
    return (body as { data: { name: string; links: object[] }[] }).data;
  };

  test('each address shows its platform or its refusal, and the object opens with those that were linked', async () => {
    const watched = await open('objects/new');
    const { page } = watched;
    await page.getByRole('button', { name: 'Create object' }).click();
    await page.getByText('Enter a name.').waitFor();
    await page.getByLabel('Name').fill('Mixed Hotel');
    await page.getByLabel(/^Addresses of its pages/).fill(MIXED.join('\n'));
    await page.getByRole('heading', { name: '2 of 5 will be linked' }).waitFor();
    for (const text of [
      'Google, short address; the page is found at the first collection',
      'This is an address of Trustpilot, but not the page of an object.',
      'This is not the address of a platform that hrev reads.',
      'A line above has a page of Trustpilot already.',
    ])
      await page.getByText(text).waitFor();
    await watched.expectNoFaults();
    await page.getByRole('button', { name: 'Create object' }).click();
    await page.waitForURL(/\/objects\/\d+\/links$/);
    await page.getByRole('heading', { level: 1, name: 'Mixed Hotel' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(3);
    await watched.expectNoFaults();
    await watched.close();
  });

  test('an object whose creation was not answered is created once', async () => {
    const watched = await open('objects/new');
    const { page } = watched;
    let isFirst = true;
    await page.route('**/v3/objects', async (route) => {
      if (route.request().method() !== 'POST' || !isFirst) return route.fallback();
      isFirst = false;
      await route.fetch();
      await route.abort();
    });
    await page.getByLabel('Name').fill('Once Hotel');
    await page.getByRole('button', { name: 'Create object' }).click();
    await page.getByText('No connection to hrev.').waitFor();
    await page.getByRole('button', { name: 'Create object' }).click();
    await page.waitForURL(/\/objects\/\d+\/links$/);
    expect((await objects()).filter(({ name }) => name === 'Once Hotel')).toHaveLength(1);
    await watched.close();
  });

  test('where the plan has no more objects, the button says so', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.route('**/v3/account', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { usage: object; limits: { object_ceiling: number } };
      await route.fulfill({
        response,
        json: { ...body, usage: { ...body.usage, active_objects: 50 }, limits: { ...body.limits, object_ceiling: 50 } },
      });
    });
    await page.goto(server.screen('objects'));
    await page.getByRole('button', { name: 'Add object: all 50 are used' }).waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test.each(LOOKS)('the screen has no faults in $theme at $width', async (look) => {
    const watched = await WatchedPage.open(browser, server, look);
    const { page } = watched;
    await page.goto(server.screen('objects/new'));
    await page.getByLabel('Name').waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });
});
