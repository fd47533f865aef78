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
      'Google, resolved at the first collection',
      'This is an address of Trustpilot, but not the page of an object.',
      'No platform of this installation has this address.',
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

  test.each(LOOKS)('both screens have no faults in $theme at $width', async (look) => {
    const watched = await WatchedPage.open(browser, server, look);
    const { page } = watched;
    await page.goto(server.screen('objects/new'));
    await page.getByLabel('Name').waitFor();
    await watched.expectNoFaults();
    await page.goto(server.screen('objects/import'));
    await page.getByLabel('Or paste the rows').fill(`Look,${MIXED.join(',')}\n,https://nowhere.example/y`);
    await page.getByRole('button', { name: 'Check the rows' }).click();
    await page.getByText('Left out').waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('a file is judged before anything is created, a failed row stays visible, and a second import creates nothing twice', async () => {
    const file = {
      name: 'objects.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        [
          'Name;Addresses',
          `"Import ""A""";${MIXED.slice(0, 2).join(' ')}`,
          `فندق الاستيراد;${MIXED[3]}`,
          ';x',
          'Import C;',
        ].join('\r\n'),
      ),
    };
    const before = (await objects()).length;
    const watched = await open('objects/import');
    const { page } = watched;
    const choose = async (): Promise<void> => page.locator('input[type=file]').setInputFiles(file);
    await choose();
    await page.getByText('3 objects, 2 of 3 addresses will be linked').waitFor();
    expect(await page.getByRole('row').nth(1).textContent()).toContain('The row has no name.');
    expect((await objects()).length).toBe(before);
    await watched.expectNoFaults();
    let refusals = 1;
    await page.route('**/v3/objects', (route) => {
      const isSecond = route.request().postData()?.includes('فندق') === true;
      if (!isSecond || refusals === 0) return route.fallback();
      refusals -= 1;
      return route.fulfill({ status: 500, json: { detail: 'The database is away', code: 'internal_error' } });
    });
    await page.getByRole('button', { name: 'Create 3 objects' }).click();
    await page.getByText('2 of 3 objects created, 1 failed').waitFor();
    await page.getByRole('row').filter({ hasText: 'فندق' }).getByText('The database is away').waitFor();
    await page.getByRole('button', { name: 'Continue with 1 object' }).click();
    await page.getByText('3 of 3 objects created').waitFor();
    expect((await objects()).length).toBe(before + 3);
    expect((await objects()).find(({ name }) => name === 'Import "A"')?.links).toHaveLength(2);
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await choose();
    await page.getByRole('button', { name: 'Create 3 objects' }).click();
    await page.getByText('3 of 3 objects created').waitFor();
    expect(await page.getByText('Created by an earlier import').count()).toBe(3);
    expect((await objects()).length).toBe(before + 3);
    await watched.close();
  });
});
