import type { Browser, Page } from 'playwright';
import { SandboxServer } from '@libs/sources/sandbox';
import { bookingSandbox, propertyIdOf } from '@libs/sources/sandbox/booking';
import { googleSandbox } from '@libs/sources/sandbox/google';
import { trustpilotSandbox } from '@libs/sources/sandbox/trustpilot';
import { eventually } from '@test/support/eventually';
import { flowEnvironment, ServiceProcess } from '@test/support/service-process';
import { ConsoleApp } from './support/console-app';
import { describeInBrowser, LOOKS, startBrowser, WatchedPage } from './support/watched-page';

const LOOK = { theme: 'light', width: 1280 } as const;
const CLIENT = { client_id: 'hrev-test', client_secret: 'secret' };
const PLACES = ['Harbor Hotel', 'Old Pier', 'فندق الميناء', 'Bean'] as const;
const MILL = 'gb/old-mill';

/** From the first click to collected reviews, with a worker process of the build and the sandbox as Google. */
describeInBrowser('connections', () => {
  const sandbox = new SandboxServer([bookingSandbox, googleSandbox, trustpilotSandbox]);
  let server: ConsoleApp;
  let worker: ServiceProcess;
  let browser: Browser;

  beforeAll(async () => {
    await sandbox.start();
    const environment = { HREV_SOURCE_ORIGINS: JSON.stringify(sandbox.origins) };
    PLACES.forEach((name, index) => {
      const key = String(700_001 + index);
      Object.assign(sandbox.listing('google', key), { name, address: ['Rua do Cais 4', '4000 Porto'] });
      sandbox.add('google', key, { text: `Reviewed: ${name}`, rating: 5 });
    });
    sandbox.listing('trustpilot', 'harbor.example').name = 'Harbor';
    sandbox.listing('trustpilot', 'lighthouse.example').name = 'Lighthouse';
    sandbox.listing('booking', MILL).name = 'Old Mill';
    server = await ConsoleApp.start({ environment });
    worker = await ServiceProcess.start('worker', flowEnvironment(server.app.databaseUrl, environment));
    browser = await startBrowser();
    await anObject('Harbor Hotel Porto', 'https://www.trustpilot.com/review/harbor.example');
    await anObject('Old Pier', 'https://www.google.com/maps?cid=700002');
    await anObject('Café Unrelated');
    await anObject('Mill House', `https://www.booking.com/hotel/${MILL}.html`);
    await anObject('Lighthouse', 'https://www.trustpilot.com/review/lighthouse.example');
    await anObject('Quiet Pier', 'https://www.google.com/maps?cid=700009');
  });
  afterAll(async () => {
    await browser?.close();
    await worker?.stop();
    await server?.close();
    await sandbox.stop();
  });

  const accountId = (): number => server.account.accountId;
  async function anObject(name: string, url?: string): Promise<void> {
    const links = url === undefined ? [] : [{ url }];
    await server.person.browser.v3('POST', 'objects', accountId(), { name, links });
  }
  async function asOperator(is: boolean): Promise<void> {
    await server.app.database.query('update person set is_operator = $2 where email = $1', [server.person.email, is]);
  }
  async function requiredFields(page: Page): Promise<readonly (string | null)[]> {
    const form = page.getByRole('form', { name: 'Enter the credentials' });
    const inputs = await form.locator('input[required]').all();
    const ids = await Promise.all(inputs.map((input) => input.getAttribute('id')));
    return Promise.all(ids.map((id) => form.locator(`label[for="${id}"] .mono`).textContent()));
  }
  async function consent(page: Page, decision: 'Allow' | 'Refuse'): Promise<void> {
    await page.goto(server.screen('connections/google?step=before'));
    await page.getByRole('button', { name: 'Continue to Google' }).click();
    await page.getByRole('button', { name: decision }).click();
    await page.waitForURL(/\/console\/a\/\d+\/connections\/google\?flow=\d+/);
  }

  test('until the operator registers the client, the console says who must act', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    await watched.page.goto(server.screen('connections'));
    await watched.page.getByText('Your operator has not set this up yet').waitFor();
    await watched.page.getByRole('link', { name: 'Connect Google', exact: true }).click();
    await watched.page.getByText('Google is not set up on this installation yet', { exact: false }).waitFor();
    await watched.page.getByRole('button', { name: 'Write to your operator' }).click();
    await watched.page.getByRole('dialog', { name: 'Help' }).getByLabel('Message').waitFor();
    await watched.page.keyboard.press('Escape');
    await watched.page.getByRole('dialog').waitFor({ state: 'detached' });
    await watched.expectNoFaults();
    await watched.close();
  });

  test('the operator registers the client and tests it', async () => {
    await asOperator(true);
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('connections/google?step=before'));
    await page.getByRole('link', { name: 'Set up Google in the operator area' }).click();
    await page.getByRole('heading', { level: 1, name: 'OAuth client for Google' }).waitFor();
    for (const link of await page.getByRole('link', { name: /in the Google Cloud console|Ask Google/ }).all())
      expect(await link.getAttribute('href')).toMatch(/^https:\/\/(console\.cloud|support)\.google\.com\//);
    expect(await page.getByRole('link', { name: /credentials in the Google Cloud console/ }).count()).toBe(3);
    await page.goto(`${server.origin}/console/operator/sources/google`);
    await page.getByRole('link', { name: 'OAuth client' }).click();
    await page.getByRole('navigation', { name: 'Main' }).first().waitFor();
    await page.getByText('No client is registered.').waitFor();
    await page.getByRole('button', { name: 'Save the client' }).click();
    expect(await page.getByText('Fill in this field.').count()).toBe(2);
    await page.getByLabel('Client ID').fill(CLIENT.client_id);
    await page.getByLabel('Client secret').fill(CLIENT.client_secret);
    await page.getByRole('button', { name: 'Save the client' }).click();
    await page.getByText('Registered: hrev-test').waitFor();
    await page.getByRole('button', { name: 'Test the client' }).click();
    await page.getByText('connect one place, then test again', { exact: false }).waitFor();
    await watched.expectNoFaults();
    await watched.close();
    await asOperator(false);
  });

  test('a person who refuses at Google returns to a page that says so, and can begin again', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    await consent(watched.page, 'Refuse');
    await watched.page.getByText('Google did not give the permission').waitFor();
    const address = watched.page.url();
    await watched.close();
    const again = await WatchedPage.open(browser, server, LOOK);
    await again.page.goto(address);
    await again.page.getByText('You did not give the permission. Nothing was stored.').waitFor();
    await again.expectNoFaults();
    await again.page.getByRole('button', { name: 'Begin again' }).click();
    await again.page.getByRole('button', { name: 'Continue to Google' }).waitFor();
    const account = again.page.getByRole('link', { name: 'Open the connections of your Google account' });
    expect(await account.getAttribute('href')).toBe('https://myaccount.google.com/connections');
    await again.close();
  });

  test('a person connects Google: places are matched, tested and collected', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await consent(page, 'Allow');
    await page.getByRole('heading', { name: 'Match your places to objects' }).waitFor();
    const address = page.url();
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row('Harbor Hotel').getByText('Certain').waitFor();
    await row('Old Pier').getByText('Certain').waitFor();
    await row('Bean').getByText('Choose').waitFor();
    await page.getByText('2 of 4 matched').waitFor();
    await page.getByRole('combobox', { name: 'Object for Bean' }).click();
    await page.getByRole('option', { name: 'Café Unrelated' }).click();
    await page.getByRole('button', { name: 'Test 3 pairs' }).click();
    await page.getByText('3 objects are connected. Their reviews are being collected.').waitFor();
    expect(page.url()).toContain('step=tested');
    await eventually('the reviews', 60_000, async () => {
      const rows = await server.app.database.query('select 1 from review where account_id = $1', [accountId()]);
      return rows.length === 3;
    });
    await watched.close();
    const again = await WatchedPage.open(browser, server, LOOK);
    for (const step of ['match', 'tested']) {
      await again.page.goto(`${address}&step=${step}`);
      await again.page.getByRole('table').waitFor();
      await again.expectNoFaults();
    }
    await again.close();
  });

  test.each(LOOKS)('an object has a tab with its connections in $theme at $width', async (look) => {
    const watched = await WatchedPage.open(browser, server, look);
    const { page } = watched;
    await page.goto(server.screen('objects'));
    await page.getByRole('link', { name: 'Old Pier' }).click();
    await page.getByRole('navigation', { name: 'Object' }).getByRole('link', { name: 'Connections' }).click();
    await page.getByRole('button', { name: 'Check Google' }).click();
    await page.getByText('The access works.').waitFor();
    await watched.expectNoFaults();
    await page.goto(server.screen('objects'));
    await page.getByRole('link', { name: 'Harbor Hotel Porto' }).click();
    await page.getByRole('navigation', { name: 'Object' }).getByRole('link', { name: 'Connections' }).click();
    await page.getByRole('link', { name: 'Connect Trustpilot' }).click();
    await page.getByRole('combobox', { name: 'Object' }).waitFor();
    await watched.close();
  });

  test('access that was taken back is shown with its reason and date, and reconnecting heals it', async () => {
    sandbox.consents('google').revokeAll();
    sandbox.replies('google').expireTokens();
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('connections/google'));
    await page.getByRole('button', { name: 'Check Old Pier' }).click();
    await page.getByText('invalid_grant', { exact: false }).first().waitFor();
    await page.goto(server.screen('connections'));
    await page.getByText('3 without access').waitFor();
    await watched.expectNoFaults();
    await page.getByRole('link', { name: 'Reconnect Google', exact: true }).click();
    await page.getByRole('button', { name: 'Continue to Google' }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('3 connections work again.').waitFor();
    await page.goto(server.screen('connections'));
    await page.getByText('3 objects').waitFor();
    expect(await page.getByText('without access').count()).toBe(0);
    await watched.close();
  });

  test('a person connects by fields: an error is shown at its field, and disconnecting asks first', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('connections/trustpilot?step=before'));
    await page.getByRole('combobox', { name: 'Object' }).click();
    await page.getByRole('option', { name: 'Harbor Hotel Porto' }).click();
    await page.getByText('In Trustpilot Business under Integrations', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: 'Test and connect' }).click();
    expect(await page.getByText('Fill in this field.').count()).toBe(3);
    await page.getByLabel('api_key').fill('key');
    await page.getByLabel('api_secret').fill('wrong');
    await page.getByLabel('business_user_id').fill('u1');
    await page.getByRole('button', { name: 'Test and connect' }).click();
    await page.getByText('The platform refused the connection', { exact: false }).waitFor();
    await watched.expectNoFaults();
    await page.getByLabel('api_secret').fill('secret');
    await page.getByRole('button', { name: 'Test and connect' }).click();
    await page.getByRole('button', { name: 'Disconnect Harbor Hotel Porto' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('hrev forgets its access', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('No object is connected to Trustpilot yet.').waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test('a platform that takes one of several sets of fields offers them as a choice, and one is sent', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('connections/booking?step=before'));
    await page.getByRole('combobox', { name: 'Object' }).click();
    await page.getByRole('option', { name: 'Mill House' }).click();
    const sets = page.getByRole('group', { name: 'Kind of credentials' });
    const tokens = sets.getByRole('radio', { name: 'Machine account with tokens' });
    const password = sets.getByRole('radio', { name: 'Machine account with a password' });
    const connect = page.getByRole('button', { name: 'Test and connect' });
    expect(await tokens.isChecked()).toBe(true);
    expect(await requiredFields(page)).toEqual(['property_id', 'client_id', 'client_secret']);
    await connect.click();
    expect(await page.getByText('Fill in this field.').count()).toBe(3);
    await page.getByLabel('client_id').fill('not to be sent');

    await tokens.focus();
    await page.keyboard.press('ArrowDown');
    expect(await password.isChecked()).toBe(true);
    expect(await requiredFields(page)).toEqual(['property_id', 'username', 'password']);
    expect(await page.getByText('Fill in this field.').count()).toBe(0);
    await connect.click();
    await page.locator('input:focus').and(page.getByLabel('property_id')).waitFor();
    await page.getByLabel('property_id').fill(propertyIdOf(MILL));
    await page.getByLabel('username').fill('a-machine');

    const secret = page.getByLabel('password', { exact: true });
    await secret.fill('x'.repeat(16_385));
    await connect.click();
    const refusal = page.getByText('must be at most 16384 characters long');
    await refusal.waitFor();
    expect(await secret.getAttribute('aria-describedby')).toContain(await refusal.getAttribute('id'));
    await watched.expectNoFaults();

    await secret.fill('wrong');
    await connect.click();
    await page.getByRole('alert').filter({ hasText: 'The platform refused the connection' }).waitFor();
    await secret.fill('a-password');
    const sent: unknown[] = [];
    // Only a request that is held has a body here, because the console sends it as a stream.
    await page.route('**/v3/connections', (route) => {
      if (route.request().method() === 'POST') sent.push(route.request().postDataJSON());
      return route.fallback();
    });
    await connect.click();
    await page.getByRole('button', { name: 'Disconnect Mill House' }).waitFor();
    const fields = { property_id: propertyIdOf(MILL), username: 'a-machine', password: 'a-password' };
    expect(sent).toEqual([{ object_id: expect.any(Number) as number, source: 'booking', fields }]);
    await watched.close();
  });

  test.each(LOOKS)('the choice of the credentials of Google has no faults in $theme at $width', async (look) => {
    const watched = await WatchedPage.open(browser, server, look);
    const { page } = watched;
    await page.goto(server.screen('connections/google?step=before'));
    await page.getByText('Enter credentials of your own instead').click();
    expect(await requiredFields(page)).toEqual(['client_id', 'client_secret', 'refresh_token']);
    await page.getByRole('radio', { name: 'Places API key' }).check();
    expect(await requiredFields(page)).toEqual(['places_api_key']);
    await page.getByLabel('place_id optional').waitFor();
    expect(await page.getByLabel('location').count()).toBe(0);
    await watched.expectNoFaults();
    await watched.close();
  });

  test.each(LOOKS)('a link says how it is read, or leads to its connection, in $theme at $width', async (look) => {
    const watched = await WatchedPage.open(browser, server, look);
    const { page } = watched;
    for (const [name, text] of [
      ['Lighthouse', 'Read from the public page: the newest 200 reviews.'],
      ['Old Pier', 'Read through your connection: the whole list.'],
      ['Quiet Pier', 'Only the owner of the page can read its reviews'],
    ] as const) {
      await page.goto(server.screen('objects'));
      await page.getByRole('link', { name }).click();
      await page.getByText(text).waitFor();
      await watched.expectNoFaults();
    }
    expect(await page.getByText(/^Read (from|through)/).count()).toBe(0);
    await page.getByRole('link', { name: 'Connect Google', exact: true }).click();
    await page.waitForURL(/connections\/google\?step=before&object_id=\d+/);
    await page.getByRole('button', { name: 'Continue to Google' }).waitFor();
    await watched.close();
  });

  test('a person who is no owner reads who connects a link', async () => {
    const member = await server.another('member');
    const asMember = { origin: server.origin, cookie: server.cookieOf(member.browser) };
    const watched = await WatchedPage.open(browser, asMember, LOOK);
    await watched.page.goto(server.screen('objects'));
    await watched.page.getByRole('link', { name: 'Quiet Pier' }).click();
    await watched.page.getByText('Only owners connect platforms.').waitFor();
    expect(await watched.page.getByRole('link', { name: 'Connect Google', exact: true }).count()).toBe(0);
    await watched.close();
  });

  test('the platforms show what hrev reads with and without a connection', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('connections'));
    const row = (name: string) =>
      page
        .getByRole('row')
        .filter({ has: page.getByRole('link', { name: new RegExp(`^(Connect|Reconnect|Manage) ${name}$`) }) });
    await row('Trustpilot').getByText('Public page: the newest 200 reviews').waitFor();
    await row('Trustpilot').getByText('Connection: the whole list').waitFor();
    await row('Google').getByText('Connection, Google Places: at most 5 reviews that the platform selects').waitFor();
    await row('Yelp').getByText('read only').waitFor();
    await watched.close();
  });

  test('a viewer sees the connections and cannot change them', async () => {
    const viewer = await server.another('viewer');
    const asViewer = { origin: server.origin, cookie: server.cookieOf(viewer.browser) };
    const watched = await WatchedPage.open(browser, asViewer, LOOK);
    await watched.page.goto(server.screen('connections/google'));
    await watched.page.getByText('Only owners connect platforms.').waitFor();
    await watched.page.getByRole('table').waitFor();
    expect(await watched.page.getByRole('button', { name: /Connect|Check|Disconnect/ }).count()).toBe(0);
    await watched.expectNoFaults();
    await watched.close();
  });

  test.each(LOOKS)('the screens have no faults in $theme at $width', async (look) => {
    const watched = await WatchedPage.open(browser, server, look);
    for (const path of ['connections', 'connections/google', 'connections/google?step=before']) {
      await watched.page.goto(server.screen(path));
      await watched.page.getByRole('table').waitFor();
      await watched.expectNoFaults();
    }
    await watched.close();
  });
});
