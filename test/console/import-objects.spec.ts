import type { Browser } from 'playwright';
import { ConsoleApp } from './support/console-app';
import { describeInBrowser, LOOKS, startBrowser, WatchedPage, type Look } from './support/watched-page';

const LOOK: Look = { theme: 'light', width: 1280 };
const IMPORTS = /\/v3\/imports$/;
const page40 = (n: number): string => `www.trustpilot.com/review/hotel-${n}.example`;

/** Import of objects from a file (contract §4.19). */
describeInBrowser('the import of objects', () => {
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

  const open = async (look: Look = LOOK) => {
    const watched = await WatchedPage.open(browser, server, look);
    const { page } = watched;
    await page.goto(server.screen('objects/import'));
    const choose = async (content: string | Buffer, name = 'objects.csv'): Promise<void> =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
    const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
    const row = (text: string) => page.getByRole('row').filter({ hasText: text });
    return { watched, page, choose, press, row };
  };
  const objects = async (): Promise<readonly { readonly name: string; readonly links: readonly object[] }[]> => {
    const { body } = await server.app.agent.get('/v3/objects?limit=1000').set('X-API-Key', server.account.full);
    return (body as { data: { name: string; links: object[] }[] }).data;
  };
  const created = async (name: string, ...urls: readonly string[]): Promise<void> => {
    const links = urls.map((url) => ({ url }));
    const request = server.app.agent.post('/v3/objects').set('X-API-Key', server.account.full);
    expect((await request.send({ name, links })).status).toBe(201);
  };

  test.each<[what: string, text: string, problem: string]>([
    ['an empty file', ' \n', 'The file has no rows.'],
    ['only the names of the columns', 'name,url\n', 'The file has no rows.'],
    [
      'other columns',
      'Name;Address\nPier;x',
      'The first row has other columns than name, url and object_id. Name the columns in it, for example: name,url',
    ],
    ['a quote that is never closed', 'name,url\nPier,"x\nBay,y\n', 'The file has a quote that is never closed.'],
    ['too many rows', `name\n${'Pier\n'.repeat(5_001)}`, 'The file has 5001 lines; at most 5000 are imported at once.'],
    [
      'a text that is too long',
      `name\n${'x'.repeat(250_000)}`,
      'The file has more than 250,000 characters. Split it into several files.',
    ],
  ])('%s: the screen says why the file is not imported', async (_, text, problem) => {
    const { watched, page, choose } = await open();
    await choose(text);
    await page.getByText(problem, { exact: true }).waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test.each(LOOKS)('has no faults in $theme at $width, with names and addresses of any content', async (look) => {
    const { watched, page, press } = await open(look);
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    await watched.expectNoFaults();
    const hostile = [`<img src=x onerror="alert(1)">{{7*7}} \u202e\u2067`, 'فندق الاستيراد', '=1+1', 'x'.repeat(200)];
    const lines = hostile.map((name, n) =>
      JSON.stringify({ name, urls: [`https://${page40(100 + n)}`, `javascript:${n}`] }),
    );
    await page
      .getByLabel(/^Or paste the rows/)
      .fill([...lines, '{"name":""}', '{"name":"two\\nlines"}', 'x'].join('\n'));
    await press('Check the rows');
    await page.getByText('0 rows are ready, 4 need a look, 3 cannot be imported').waitFor();
    await page.getByText('The row cannot be read (must be a JSON object).').waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('rows without names of columns are pasted from a spreadsheet, and the list begins in sight, with the focus', async () => {
    const { watched, page, press } = await open({ theme: 'light', width: 360 });
    const rows = Array.from({ length: 20 }, (_, n) => `Pasted ${n}, Porto\t${page40(400 + n)}`);
    await page.getByLabel(/^Or paste the rows/).fill([...rows, `Twice\t${page40(400)}`].join('\n'));
    await press('Check the rows');
    await page.getByText('19 rows are ready, 2 need a look').waitFor();
    await page.getByText('Row 21 has the same page.').waitFor();
    await page.getByText('Row 1 has the same page.').waitFor();
    expect(await page.evaluate('[scrollY, document.activeElement.className]')).toEqual([0, 'import-bar']);
    await watched.expectNoFaults();
    await watched.close();
  });

  test.each<[who: string, isSame: boolean]>([
    ['the same person', true],
    ['another person', false],
  ])('the session ends while rows are pasted, and %s signs in', async (_, isSame) => {
    const rows = `name,url\nPasted late,${page40(450)}`;
    const { email } = isSame ? server.person : await server.another('member');
    const { watched, page, press } = await open();
    const field = page.getByLabel(/^Or paste the rows/);
    await field.fill(rows);
    await page.context().clearCookies();
    await press('Check the rows');
    await page.getByRole('heading', { name: 'Sign in to hrev' }).waitFor();
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(server.password);
    await page.keyboard.press('Enter');
    await field.waitFor();
    expect(await field.inputValue()).toBe(isSame ? rows : '');
    await watched.expectNoFaults();
    await watched.close();
  });

  test('nothing is written before a person chooses it, a failed request is repeated, and a second import finds all', async () => {
    await created('Kept', 'https://www.trustpilot.com/review/kept.example');
    await created('Full', 'https://www.trustpilot.com/review/full.example');
    const file = [
      'name;url;url',
      '"Import ""A""";https://www.trustpilot.com/review/a.example;https://store.steampowered.com/app/440',
      'Kept;https://store.steampowered.com/app/620',
      'KEPT;https://www.trustpilot.com/review/kept.example',
      'فندق الاستيراد;https://nowhere.example/x',
      'Import C;',
      ';x',
      'Full;https://www.trustpilot.com/review/other.example',
    ].join('\r\n');
    const before = (await objects()).length;
    const { watched, page, choose, press, row } = await open();
    await choose(file);
    await page.getByText('2 rows are ready, 3 need a look, 2 cannot be imported').waitFor();
    expect(await page.getByRole('row').nth(1).textContent()).toContain(
      'The row cannot be read (name: must not be empty).',
    );
    await row('Import "A"').getByText('A new object').waitFor();
    await row('app/620').getByText('1 new link for an object that is there').waitFor();
    await row('KEPT')
      .getByText(/^The object .Kept. of your account has this page already\.$/)
      .waitFor();
    await row('KEPT')
      .getByText(/^Your account has an object with nearly the same name: .Kept.\.$/)
      .waitFor();
    await row('فندق').getByText('Its address is refused. Nothing would be collected.').waitFor();
    await row('Import C').getByText('Without an address nothing is collected.').waitFor();
    await row('other.example').getByText('The object has a page of Trustpilot already.').first().waitFor();
    expect((await objects()).length).toBe(before);
    await watched.expectNoFaults();

    const answers = [
      { status: 429, headers: { 'Retry-After': '2' }, json: { detail: 'slow', code: 'rate_limited' } },
      { status: 500, json: { detail: 'The database is away', code: 'internal_error' } },
    ];
    await page.route(IMPORTS, (route) => {
      const answer = answers.shift();
      return answer === undefined ? route.fallback() : route.fulfill(answer);
    });
    await page.getByLabel('Also import the 3 rows that need a look').check();
    await press('Import 5 rows');
    await page.getByText(/^Too many requests\. Continues in \d seconds?\.$/).waitFor();
    await page.getByText('0 of 5 rows imported, 5 failed').waitFor();
    await row('فندق').getByText('The database is away').waitFor();
    await press('Continue with 5 rows');
    await page.getByText('5 of 5 rows imported').waitFor();
    await page.getByText('Not imported: 2 rows that cannot be imported. They are first in the list.').waitFor();
    await row('app/620').getByText('Links added').waitFor();
    await row('Import "A"').getByRole('link', { name: 'Open Import "A"' }).waitFor();
    expect((await objects()).length).toBe(before + 4);
    expect((await objects()).find(({ name }) => name === 'Import "A"')?.links).toHaveLength(2);
    expect((await objects()).find(({ name }) => name === 'Kept')?.links).toHaveLength(2);

    await press('Choose another file');
    await choose(file);
    await page.getByText('0 rows are ready, 3 cannot be imported, 4 are already there').waitFor();
    expect(await page.getByRole('button', { name: /^Import/ }).count()).toBe(0);
    await watched.close();
  });

  test('a row that is refused meanwhile says why, and the others are imported', async () => {
    const { watched, page, choose, press, row } = await open();
    await choose(`name,url\nMeanwhile,${page40(201)}\nAlone,${page40(202)}\n`);
    await page.getByText('2 rows are ready').waitFor();
    await created('Meanwhile');
    await created('Meanwhile');
    await press('Import 2 rows');
    await page.getByText('1 of 2 rows imported, 1 failed').waitFor();
    await row('Meanwhile').getByText('Several objects of your account have this name. Give the object_id.').waitFor();
    await row('Alone').getByText('Created').waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('300 rows are imported in parts, which can be stopped and continued', async () => {
    const { watched, page, choose, press } = await open();
    const before = (await objects()).length;
    await choose(
      `name,url\n${Array.from({ length: 300 }, (_, n) => `Part ${n},https://www.trustpilot.com/review/part-${n}.example\n`).join('')}`,
    );
    await page.getByText('300 rows are ready').waitFor();
    let sent = 0;
    let release = (): void => undefined;
    await page.route(IMPORTS, async (route) => {
      sent += 1;
      if (sent === 3) await new Promise<void>((resolve) => (release = resolve));
      return route.fallback();
    });
    await press('Import 300 rows');
    await page.getByText('50 of 300 rows imported').waitFor();
    await press('Stop');
    release();
    await page.getByText('75 of 300 rows imported').waitFor();
    expect((await objects()).length).toBe(before + 75);
    await press('Continue with 225 rows');
    await page.getByText('300 of 300 rows imported').waitFor();
    expect([sent, (await objects()).length]).toEqual([12, before + 300]);
    await watched.close();
  });

  test('40 hotels by CSV, half of them wrong: only what is right is imported, and a second file adds the rest', async () => {
    const rows = Array.from({ length: 40 }, (_, n) => [`Hotel Müller ${n}`, page40(n)] as [string, string]);
    const right = rows.map((row) => row.join(';'));
    for (const n of [0, 1, 2, 3]) (rows[n] as [string, string])[0] = '';
    for (const n of [4, 5, 6, 7]) (rows[n] as [string, string])[1] = 'https://www.trustpilot.com/categories';
    for (const n of [8, 9]) (rows[n] as [string, string])[1] = '';
    for (const n of [10, 11]) (rows[n] as [string, string])[1] = 'not known yet';
    for (const n of [12, 14]) (rows[n] as [string, string])[1] = `https://${page40(n + 1)}`;
    for (const n of [16, 18]) (rows[n] as [string, string])[0] = `HOTEL MÜLLER ${n + 1}`;
    const csv = (lines: readonly string[]): Buffer => Buffer.from(['name;url', ...lines].join('\r\n'), 'latin1');
    const before = (await objects()).length;
    const { watched, page, choose, press } = await open();
    await choose(csv(rows.map((row) => row.join(';'))), 'hotels.csv');
    await page.getByText('20 rows are ready, 16 need a look, 4 cannot be imported').waitFor();
    await page.getByText(/They are read as Western European \(Windows-1252\)/).waitFor();
    await page.getByText('For example: Hotel Müller 4').waitFor();
    expect(await page.getByRole('row').nth(5).textContent()).toContain(
      'Its address is refused. Nothing would be collected.',
    );
    expect(await page.getByText('Row 15 has the same page.').count()).toBe(1);
    expect(await page.getByText('Row 18 has nearly the same name.').count()).toBe(1);
    expect(await page.getByText('not known yet', { exact: true }).count()).toBe(2);
    await page.getByLabel('Letters of the file').selectOption('windows-1251');
    await page.getByText(/^For example: Hotel M\u044c/).waitFor();
    await page.getByLabel('Letters of the file').selectOption('windows-1252');
    await page.getByText('For example: Hotel Müller 4').waitFor();
    await press('Import 20 rows');
    await page.getByText('20 of 20 rows imported').waitFor();
    await page.getByText('Not imported: 16 rows that need a look and 4 rows that cannot be imported.').waitFor();
    expect((await objects()).length).toBe(before + 20);
    await press('Choose another file');
    await choose(csv(right), 'corrected.csv');
    await page.getByText('20 rows are ready, 20 are already there').waitFor();
    await press('Import 20 rows');
    await page.getByText('20 of 20 rows imported').waitFor();
    expect((await objects()).length).toBe(before + 40);
    await watched.close();
  });

  test('5,000 rows are in the page only where they are seen, and the keyboard imports them', async () => {
    const lines = Array.from({ length: 5_000 }, (_, n) => `Inn ${n},www.trustpilot.com/review/m${n}.example`);
    const { watched, page, choose } = await open();
    await choose(['name,url', ...lines].join('\n'), 'many.csv');
    await page.getByText('5,000 rows are ready').waitFor();
    expect(await page.getByRole('row').count()).toBeLessThan(100);
    await page.keyboard.press('End');
    await page.getByText('Inn 4999', { exact: true }).waitFor();
    expect(await page.getByRole('row').count()).toBeLessThan(100);
    await page.route(IMPORTS, (route) => route.abort());
    await page.getByRole('button', { name: 'Import 5,000 rows' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('0 of 5,000 rows imported, 25 failed').waitFor();
    await page.getByText('No connection to hrev. What you see may be out of date.').first().waitFor();
    await watched.close();
  });

  test('a plan without room says which rows it refuses, and a suspended account why nothing is checked', async () => {
    const { accountId } = server.account;
    const change = (sql: string): Promise<unknown> =>
      server.app.database.query(`update account set ${sql} where id = $1`, [accountId]);
    const { watched, page, choose } = await open();
    await change(`plan = 'trial', trial_ends_at = clock_timestamp() + interval '5 days'`);
    await choose(`name,url\nNo room,${page40(300)}\nKept,\n`);
    await page.getByText('Your plan has no more active objects. Switch one off or ask for a larger plan.').waitFor();
    await page.getByText('0 rows are ready, 1 cannot be imported, 1 is already there').waitFor();
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await change(`plan = 'full', trial_ends_at = null, status = 'suspended', suspended_reason = 'unpaid'`);
    await choose(`name\nSuspended\n`);
    await page.getByText('The account is suspended. Ask your operator for the reason.').first().waitFor();
    await change(`status = 'active', suspended_reason = null`);
    await watched.close();
  });
});
