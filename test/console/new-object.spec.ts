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
    await page.getByText('0 rows are ready, 3 need a look, 1 cannot be imported').waitFor();
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
    await page.getByLabel('Also create the 3 objects that need a look').check();
    await page.getByRole('button', { name: 'Create 3 objects' }).click();
    await page.getByText('2 of 3 objects created, 1 failed').waitFor();
    await page.getByRole('row').filter({ hasText: 'فندق' }).getByText('The database is away').waitFor();
    await page.getByRole('button', { name: 'Continue with 1 object' }).click();
    await page.getByText('3 of 3 objects created').waitFor();
    expect((await objects()).length).toBe(before + 3);
    expect((await objects()).find(({ name }) => name === 'Import "A"')?.links).toHaveLength(2);
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await choose();
    await page.getByText('0 rows are ready, 3 need a look, 1 cannot be imported').waitFor();
    await page.getByText('Your account has an object with this name already.').first().waitFor();
    await page.getByLabel('Also create the 3 objects that need a look').check();
    await page.getByRole('button', { name: 'Create 3 objects' }).click();
    await page.getByText('3 of 3 objects created').waitFor();
    expect(await page.getByText('Created by an earlier import').count()).toBe(3);
    expect((await objects()).length).toBe(before + 3);
    await watched.close();
  });

  test('40 hotels by CSV, half of them wrong: only what is right is created, and a second file adds the rest', async () => {
    const page40 = (n: number): string => `www.trustpilot.com/review/hotel-${n}.example`;
    const rows = Array.from({ length: 40 }, (_, n) => [`Hotel Müller ${n}`, page40(n)] as [string, string]);
    const right = rows.map((row) => row.join(';'));
    for (const n of [0, 1, 2, 3]) (rows[n] as [string, string])[0] = '';
    for (const n of [4, 5, 6, 7]) (rows[n] as [string, string])[1] = 'https://www.trustpilot.com/categories';
    for (const n of [8, 9]) (rows[n] as [string, string])[1] = '';
    for (const n of [10, 11]) (rows[n] as [string, string])[1] = 'not known yet';
    for (const n of [12, 14]) (rows[n] as [string, string])[1] = `https://${page40(n + 1)}`;
    for (const n of [16, 18]) (rows[n] as [string, string])[0] = `HOTEL MÜLLER ${n + 1}`;
    const csv = (lines: readonly string[]): Buffer => Buffer.from(['Name;Address', ...lines].join('\r\n'), 'latin1');
    const before = (await objects()).length;
    const created = async (): Promise<number> => (await objects()).length - before;
    const watched = await open('objects/import');
    const { page } = watched;
    const choose = (name: string, buffer: Buffer): Promise<void> =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
    await choose('hotels.csv', csv(rows.map((row) => row.join(';'))));
    await page.getByText('20 rows are ready, 16 need a look, 4 cannot be imported').waitFor();
    await page.getByText(/They are read as Western European \(Windows-1252\)/).waitFor();
    await page.getByText('For example: Hotel Müller 4').waitFor();
    expect(await page.getByRole('row').nth(1).textContent()).toContain('The row has no name.');
    expect(await page.getByRole('row').nth(5).textContent()).toContain(
      'Its address is refused. Nothing would be collected.',
    );
    expect(await page.getByText('Row 15 has the same page.').count()).toBe(1);
    expect(await page.getByText('Row 18 has the same name.').count()).toBe(1);
    expect(await page.getByText('This is not the address of a page.').count()).toBe(2);
    await page.getByLabel('Letters of the file').selectOption('windows-1251');
    await page.getByText(/^For example: Hotel M\u044c/).waitFor();
    await page.getByLabel('Letters of the file').selectOption('windows-1252');
    await page.getByText('For example: Hotel Müller 4').waitFor();
    await watched.expectNoFaults();
    expect(await created()).toBe(0);
    await page.getByRole('button', { name: 'Create 20 objects' }).click();
    await page.getByText('20 of 20 objects created').waitFor();
    await page.getByText('Not created: 16 rows that need a look and 4 rows that cannot be imported.').waitFor();
    expect(await created()).toBe(20);
    expect((await objects()).filter(({ links }) => links.length === 0 && before === 0)).toEqual([]);
    expect(await page.getByRole('row').nth(1).textContent()).toContain('The row has no name.');
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await choose('corrected.csv', csv(right));
    await page.getByText('20 rows are ready, 20 need a look').waitFor();
    expect(await page.getByText(/^The object Hotel Müller \d+ of your account has this page already\.$/).count()).toBe(
      20,
    );
    await page.getByRole('button', { name: 'Create 20 objects' }).click();
    await page.getByText('20 of 20 objects created').waitFor();
    expect(await created()).toBe(40);
    expect(new Set((await objects()).map(({ name }) => name)).size).toBe(before + 40);
    await watched.close();
  });

  test('5,000 rows are in the page only where they are seen', async () => {
    const lines = Array.from(
      { length: 5_000 },
      (_, n) => `Hotel ${n},https://www.trustpilot.com/review/many-${n}.example`,
    );
    const watched = await open('objects/import');
    const { page } = watched;
    await page.locator('input[type=file]').setInputFiles({
      name: 'many.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Name,Address', ...lines].join('\n')),
    });
    await page.getByText('5,000 rows are ready').waitFor({ timeout: 60_000 });
    expect(await page.getByRole('row').count()).toBeLessThan(100);
    await page.keyboard.press('End');
    await page.getByText('Hotel 4999', { exact: true }).waitFor();
    expect(await page.getByRole('row').count()).toBeLessThan(100);
    await watched.close();
  });
});
