import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright';
import { ConsoleApp } from './support/console-app';
import { aHarbor, type Harbor } from './support/harbor';
import { aPier, type Pier } from './support/pier';
import { describeInBrowser, LOOKS, screenHeading, startBrowser, WatchedPage } from './support/watched-page';

const LOOK = { theme: 'light', width: 1280 } as const;

describeInBrowser('objects', () => {
  let server: ConsoleApp;
  let browser: Browser;
  let harbor: Harbor;
  let pier: Pier;
  beforeAll(async () => {
    server = await ConsoleApp.start();
    harbor = await aHarbor(server);
    pier = await aPier(server);
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
  const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

  test.each(LOOKS)('the list, an object and a run have no faults in $theme at $width', async (look) => {
    const watched = await WatchedPage.open(browser, server, look);
    const { page } = watched;
    await page.goto(server.screen('objects'));
    await page.getByRole('link', { name: 'Harbor Hotel Porto' }).waitFor();
    await watched.expectNoFaults();
    for (const [tab, text] of [
      ['links', 'The platform showed a bot check instead of the page'],
      ['pinned', 'The quietest room'],
      ['hidden', 'Mallory'],
      ['runs', 'On schedule'],
      [`runs/${pier.runId}`, 'Planned to read'],
      ['settings', 'Collect reviews of this object'],
    ] as const) {
      await page.goto(server.screen(`objects/${pier.objectId}/${tab}`));
      await page.getByText(text).first().waitFor();
      await watched.expectNoFaults();
    }
    await watched.close();
  });

  test.each([320, 768, 1024, 1920])('the page does not scroll sideways at %i', async (width) => {
    const watched = await WatchedPage.open(browser, server, { theme: 'dark', width: width as 360 });
    for (const path of ['objects', `objects/${pier.objectId}/links`, `objects/${pier.objectId}/runs`]) {
      await watched.page.goto(server.screen(path));
      await screenHeading(watched.page).waitFor();
      await watched.page.getByRole('table').waitFor();
      await watched.expectNoFaults();
    }
    await watched.close();
  });

  test('search, filter and order are in the address, and a text of a person stays text', async () => {
    const watched = await open('objects');
    const { page } = watched;
    await page.getByText('Old Pier').waitFor();
    expect(await page.title()).toBe('Objects');
    await page.keyboard.press('/');
    await page.keyboard.type('harbor');
    await page.waitForURL(/search=harbor/);
    expect(await page.getByRole('row').count()).toBe(2);
    await page.getByLabel('Show', { exact: true }).selectOption('Off');
    await page.waitForURL(/problem=off/);
    await page.getByText('No object matches.').waitFor();
    await page.reload();
    await page.getByText('No object matches.').waitFor();
    expect(await page.getByLabel('Search by name').inputValue()).toBe('harbor');
    await page.getByRole('button', { name: 'Clear 2 filters' }).click();
    await page.getByRole('button', { name: 'Reviews' }).click();
    await page.waitForURL(/sort_by=reviews/);
    await page.getByRole('columnheader', { name: 'Reviews' }).and(page.locator('[aria-sort=descending]')).waitFor();
    expect(await page.getByRole('row').nth(1).textContent()).toContain('Pier Hotel Porto');
    await watched.expectNoFaults();
    await watched.close();
  });

  test('the list is a file and a command, from its menu and from the palette', async () => {
    const watched = await open('objects?search=pier');
    const { page } = watched;
    await rowOf(page, 'Old Pier').waitFor();
    await page.getByRole('button', { name: 'More for this page' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export CSV' }).click(),
    ]);
    const text = await readFile(await file.path(), 'utf8');
    expect(text.split('\r\n')[0]).toBe(
      '\uFEFFid,name,is_active,scrape_status,platforms,review_count,avg_rating,unanswered_negative,created_at',
    );
    expect(text).toContain('Old Pier');
    expect(text).not.toContain('Harbor Hotel');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('curl');
    await page.keyboard.press('Enter');
    await page.getByText('Copied. The command reads your key from HREV_KEY.').waitFor();
    const command = await page.evaluate('navigator.clipboard.readText()');
    expect(command).toContain('/v3/objects?limit=1000&search=pier');
    await watched.expectNoFaults();
    await watched.close();
  });

  test('the list shows figures, and the state of each platform as a text', async () => {
    const watched = await open('objects');
    const row = rowOf(watched.page, 'Pier Hotel Porto');
    await row.getByRole('img', { name: 'Trustpilot: Failed' }).waitFor();
    await row.getByRole('img', { name: 'Google: Up to date' }).waitFor();
    await row.getByText('3.78').waitFor();
    await watched.close();
  });

  test('J and X select objects; the selection is switched off and on, and one that is refused switches nothing', async () => {
    const watched = await open('objects');
    const { page } = watched;
    await rowOf(page, 'Harbor Hotel').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Shift+X');
    await page.getByText('3 selected').waitFor();
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByText('3 objects switched off.').waitFor();
    await rowOf(page, 'Pier Hotel').getByText('Off', { exact: true }).waitFor();
    await watched.expectNoFaults();
    await page.route('**/v3/objects', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 403, json: { detail: 'At most 2', code: 'object_limit_reached' } })
        : route.fallback(),
    );
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByRole('alert').filter({ hasText: 'Nothing was switched.' }).waitFor();
    await rowOf(page, 'Pier Hotel').getByText('Off', { exact: true }).waitFor();
    await page.unroute('**/v3/objects');
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByText('3 objects switched on.').waitFor();
    await rowOf(page, 'Pier Hotel').getByText('In part').waitFor();
    await watched.close();
  });

  test('an object is switched off and on', async () => {
    const watched = await open('objects');
    const row = rowOf(watched.page, 'Harbor Hotel Porto');
    const isOn = row.getByRole('switch', { name: 'Collect Harbor Hotel Porto' });
    await isOn.press('Space');
    await row.getByText('Off', { exact: true }).waitFor();
    await isOn.press('Space');
    await row.getByText('In part').waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('the strip of a link is one tab stop, and its arrow keys speak the runs', async () => {
    const watched = await open(`objects/${pier.objectId}/links`);
    const { page } = watched;
    const strip = page.getByRole('slider', { name: 'Runs of Trustpilot' });
    await strip.focus();
    expect(await strip.getAttribute('aria-valuetext')).toContain(
      'failed, The platform showed a bot check instead of the page',
    );
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft');
    expect(await strip.getAttribute('aria-valuetext')).toContain('new reviews only');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/runs\/\d+/);
    const run = page.getByRole('dialog');
    await run.getByText('blocked: refused').waitFor();
    await run.getByText('Nothing was marked as deleted.').first().waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(/\/runs$/);
    await watched.expectNoFaults();
    await watched.close();
  });

  test('an object shows what was collected and why it stopped, and collects again', async () => {
    const watched = await open(`objects/${pier.objectId}/links`);
    const { page } = watched;
    await page.getByText('Reviews read from 3 of 5 links').waitFor();
    for (const [row, state, why] of [
      ['google.com', 'Up to date', 'Reached what we already have'],
      ['booking.com', 'In part', 'Read to the end, but the platform counts 38 more'],
      [
        'trustpilot',
        'Failed',
        'hrev does not work around such checks; it tries again later. 3 failures in a row since',
      ],
      ['steam', 'Read once a week', 'The page does not exist'],
    ] as const) {
      await rowOf(page, row).getByText(state).waitFor();
      await rowOf(page, row).getByText(why).waitFor();
    }
    await rowOf(page, 'trustpilot').getByText('Nothing was marked as deleted.').waitFor();
    await page.getByRole('button', { name: 'Collect now' }).click();
    await page.getByText('The collection has started.').waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('a running collection shows how far it is', async () => {
    await server.app.database.query(
      `insert into run (account_id, cause, created_at) values ($1, 'manual', now() - interval '2 minutes')`,
      [server.account.accountId],
    );
    const watched = await open(`objects/${harbor.objectId}/links`);
    await watched.page.route(`**/v3/objects/${harbor.objectId}`, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { links: object[] };
      const [first, ...others] = body.links;
      const running = { ...first, scrape_status: 'in_progress', progress: { read: 640, of: 2_140 } };
      await route.fulfill({ response, json: { ...body, links: [running, ...others] } });
    });
    await watched.page.reload();
    await watched.page.getByText('Being read, 640 of 2,140').waitFor();
    await watched.page.getByRole('progressbar', { name: '29 percent collected' }).waitFor();
    await watched.close();
  });

  test('an address is judged while it is typed, refused with the reason, and added', async () => {
    const watched = await open(`objects/${harbor.objectId}/links`);
    const { page } = watched;
    await page.getByRole('button', { name: 'Add link' }).click();
    const address = page.getByLabel('Address of the page on the platform');
    await address.fill('https://nowhere.example/');
    await page.getByText('This is not the address of a platform that hrev reads.').waitFor();
    await address.fill('https://www.trustpilot.com/about');
    await page.getByText('This is an address of Trustpilot, but not the page of an object.').waitFor();
    await watched.expectNoFaults();
    await address.fill('https://apps.apple.com/us/app/harbor/id123456789');
    await page.getByText('A page of App Store.').waitFor();
    await page.keyboard.press('Enter');
    await rowOf(page, 'apps.apple.com').getByText('Not collected yet').waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('a link is renamed, stopped, and deleted with its loss named', async () => {
    const watched = await open(`objects/${harbor.objectId}/links`);
    const { page } = watched;
    const menu = async (item: string): Promise<void> => {
      await rowOf(page, 'steam')
        .getByRole('button', { name: /Actions of/ })
        .click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await menu('Details');
    await page.waitForURL(/link=\d+/);
    await page.reload();
    await page.getByRole('dialog').getByText('blocked: a captcha').waitFor();
    await watched.expectNoFaults();
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => url.search === '');
    await menu('Rename');
    await page.getByLabel('Name of the link').fill('Our game');
    await page.keyboard.press('Enter');
    await rowOf(page, 'steam').getByText('Our game').waitFor();
    await menu('Stop collecting');
    await rowOf(page, 'steam').getByText('Off', { exact: true }).waitFor();
    await menu('Delete link');
    await page
      .getByRole('dialog', { name: 'Delete link Our game' })
      .getByText(/1 review of this link is no longer shown anywhere/)
      .waitFor();
    await watched.expectNoFaults();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete link' }).click();
    await rowOf(page, 'Our game').waitFor({ state: 'detached' });
    await watched.close();
  });

  test('hidden reviews are shown again, and hidden again by Undo', async () => {
    const watched = await open(`objects/${pier.objectId}/hidden`);
    const { page } = watched;
    await page.getByRole('button', { name: 'Show again: the review of Mallory' }).click();
    await page.getByText('The review of Mallory is shown again.').waitFor();
    expect(await page.getByRole('button', { name: /Show again/ }).count()).toBe(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Show again: the review of Mallory' }).waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('an object is renamed, and deleted only after its name is typed', async () => {
    const created = await server.app.agent
      .post('/v3/objects')
      .set('X-API-Key', server.account.full)
      .send({ name: 'Closed Inn' });
    const { id } = created.body as { id: number };
    const watched = await open(`objects/${id}/settings`);
    const { page } = watched;
    await page.getByLabel('Name', { exact: true }).fill('Old Inn');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('heading', { level: 1, name: 'Old Inn' }).waitFor();
    await page.getByRole('button', { name: 'Delete object' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Old Inn' });
    await dialog.getByRole('button', { name: 'Delete object' }).click();
    await dialog.getByText('This is not the name.').waitFor();
    await watched.expectNoFaults();
    await dialog.getByLabel('Type Old Inn to confirm').fill('Old Inn');
    await dialog.getByRole('button', { name: 'Delete object' }).click();
    await page.waitForURL(/\/objects$/);
    await rowOf(page, 'Old Inn').waitFor({ state: 'detached' });
    await watched.close();
  });

  test('a snippet that shows reviews on a web page is created, previewed and revoked', async () => {
    const watched = await open(`objects/${pier.objectId}/settings`);
    const { page } = watched;
    const card = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Show reviews on your website' }) });
    await card.getByText('No snippet yet.').waitFor();
    await card.getByRole('button', { name: '4 and higher' }).click();
    await card.getByRole('button', { name: 'Create snippet' }).click();
    await card.getByRole('heading', { name: 'Reviews rated 4 and higher' }).waitFor();
    await watched.expectNoFaults();
    const snippet = await card.getByRole('group', { name: 'Snippet: Reviews rated 4 and higher' }).textContent();
    const [, token = ''] = /<hrev-reviews token="([\w-]+)"><\/hrev-reviews>$/.exec(snippet ?? '') ?? [];
    expect(snippet).toContain(`src="${server.origin}/v3/embed/${token}.js"`);
    const preview = (await card.getByRole('link', { name: 'Preview' }).getAttribute('href')) ?? '';
    const { status, text } = await server.app.agent.get(new URL(preview).pathname);
    expect([status, text]).toEqual([200, expect.stringContaining('reviews shown, rated 4 and higher')]);
    await card.getByRole('button', { name: 'Revoke' }).click();
    const dialog = page.getByRole('dialog', { name: 'Revoke this snippet' });
    await watched.expectNoFaults();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await card.getByText('No snippet yet.').waitFor();
    expect((await server.app.agent.get(new URL(preview).pathname)).status).toBe(404);
    await watched.expectNoFaults();
    await watched.close();
  });

  test('an object of another account is not found', async () => {
    const watched = await open('objects/999999/links');
    await watched.page.getByText('This does not exist, or you have no access to it.').waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('a viewer sees no control that writes, and the screens that write are missing', async () => {
    const viewer = await server.another('viewer');
    const cookie = server.cookieOf(viewer.browser);
    const watched = await WatchedPage.open(browser, { origin: server.origin, cookie }, LOOK);
    const { page } = watched;
    await page.goto(server.screen('objects'));
    await page.getByRole('link', { name: 'Pier Hotel Porto' }).waitFor();
    for (const role of ['checkbox', 'switch'] as const) expect(await page.getByRole(role).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Add object' }).count()).toBe(0);
    for (const tab of ['links', 'pinned', 'hidden', 'settings']) {
      await page.goto(server.screen(`objects/${pier.objectId}/${tab}`));
      await page.getByRole('heading', { level: 1, name: 'Pier Hotel Porto' }).waitFor();
      await page.getByRole('heading', { level: 2 }).or(page.getByText('Mallory')).first().waitFor();
      const writes = page.getByRole('button', {
        name: /Add|Collect|Move|Unpin|Show again|Rename|Delete|Switch|Create|Revoke/,
      });
      expect([tab, await writes.count()]).toEqual([tab, 0]);
      await watched.expectNoFaults();
    }
    await page.goto(server.screen('objects/new'));
    await screenHeading(page).waitFor();
    expect(await page.getByLabel('Addresses').count()).toBe(0);
    await watched.close();
  });
});
