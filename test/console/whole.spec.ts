import type { Browser, Page } from 'playwright';
import { SandboxServer, sandboxPlatforms } from '@libs/sources/sandbox';
import { codeOf, PASSWORD } from '@test/support/console-person';
import { eventually } from '@test/support/eventually';
import { WebhookReceiver } from '@test/support/webhook-receiver';
import { FreshStart } from './support/fresh-start';
import { documented } from './support/picture';
import { describeInBrowser, screenHeading, startBrowser, WatchedPage } from './support/watched-page';

const LOOK = { theme: 'light', width: 1280 } as const;
const NO_COOKIE = { name: 'none', value: 'none', url: 'http://127.0.0.1' };
const PLACE = '700001';
const ADDRESSES = [
  `https://www.google.com/maps?cid=${PLACE}`,
  'https://apps.apple.com/us/app/sandbox-app/id6400000001',
  'https://store.steampowered.com/app/900100/Sandbox_Game/',
  'https://unknown.example/reviews',
];
const REPLY = 'Dear Miguel, we are sorry. A pipe in the street broke on Sunday, and we were too slow to say so.';

/** From the start of the service to the audit, as one person sees it: `npm start` with the sandbox in place of the platforms. */
describeInBrowser('the whole console', () => {
  const sandbox = new SandboxServer(sandboxPlatforms);
  const receiver = new WebhookReceiver(503);
  let service: FreshStart;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;
  let account = '';
  let object = '';

  beforeAll(async () => {
    await sandbox.start();
    sandbox.seedDemo();
    Object.assign(sandbox.listing('google', PLACE), {
      name: 'Harbor Hotel Porto',
      address: ['Rua do Cais 4', '4000 Porto'],
    });
    for (const [author, rating, text] of [
      ['Beatriz', 5, 'The quietest room we ever had in a city, and the bread was still warm at ten.'],
      ['Jonas', 4, 'Staff carried the pram up three floors without being asked.'],
      ['Miguel', 2, 'No water for the whole of Sunday evening, and no word from the hotel until we asked.'],
    ] as const)
      sandbox.add('google', PLACE, { author, rating, text });
    await receiver.listen();
    service = await FreshStart.start({
      HREV_SOURCE_ORIGINS: JSON.stringify(sandbox.origins),
      HREV_ALLOW_PRIVATE_TARGETS: 'true',
      HREV_COLLECT_MIN_GAP: '1s',
    });
    browser = await startBrowser();
    watched = await WatchedPage.open(browser, { origin: service.origin, cookie: NO_COOKIE }, LOOK, false);
    ({ page } = watched);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    receiver.close();
    await sandbox.stop();
  });

  const open = async (path: string): Promise<void> => void (await page.goto(`${service.origin}/console/${path}`));
  const collectNow = async (): Promise<void> => {
    await open(`${object}/links`);
    await page.getByRole('button', { name: 'Collect now' }).click();
  };

  test('the link of the first start makes its reader the owner, after a second factor is set up', async () => {
    await page.goto(service.setupLink);
    await page.getByLabel('Your name').fill('Ana Moreira');
    await page.getByLabel('E-mail').fill('ana@harbor.example');
    await page.getByLabel('Name of the account').fill('Harbor Hotels');
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await documented(page, 'journey-setup');
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByRole('button', { name: 'Use an app' }).click();
    const key = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
    await watched.expectNoFaults();
    await page.getByLabel('First code of the app').fill(codeOf(key.replaceAll(' ', '')));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
    await page.getByRole('button', { name: 'I have stored them' }).click();
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    await watched.expectNoFaults();
    account = /a\/\d+/.exec(page.url())?.[0] ?? '';
    await page.goto(service.setupLink);
    await page.reload();
    await page.getByRole('heading', { name: 'Set up hrev' }).waitFor();
  });

  test('the operator of a new installation sees every source, and that none was asked for anything yet', async () => {
    await open('operator');
    await page.getByRole('heading', { name: 'Sources', level: 1 }).waitFor();
    await page.getByRole('row').filter({ hasText: 'Trustpilot' }).waitFor();
    await watched.expectNoFaults();
    await documented(page, 'journey-operator');
  });

  test('an object gets three of four addresses, the fourth is refused in a sentence, and the collection is watched', async () => {
    sandbox.slowDown(1_500);
    await open(`${account}/overview`);
    await page.getByRole('link', { name: 'Add an object' }).first().click();
    await page.getByLabel('Name').fill('Harbor Hotel Porto');
    await page.getByLabel(/^Addresses of its pages/).fill(ADDRESSES.join('\n'));
    await page.getByRole('heading', { name: '3 of 4 will be linked' }).waitFor();
    await page.getByText('This is not the address of a platform that hrev reads.').waitFor();
    await documented(page, 'journey-new-object');
    await page.getByRole('button', { name: 'Create object' }).click();
    await page.waitForURL(/\/objects\/\d+\/links$/);
    object = /a\/\d+\/objects\/\d+/.exec(page.url())?.[0] ?? '';
    await page.getByText('Collecting').first().waitFor();
    await page
      .getByText(/^Being read, [1-9]/)
      .first()
      .waitFor();
    await documented(page, 'journey-collecting');
    sandbox.slowDown(0);
    await page.getByText('Up to date').nth(1).waitFor({ timeout: 120_000 });
    await page
      .getByText('Only the owner of the page can read its reviews', { exact: true })
      .waitFor({ timeout: 120_000 });
    await watched.expectNoFaults();
  });

  test('Google is connected by its own sign-in, and its reviews are collected', async () => {
    await open('operator/sources/google/client');
    await page.getByLabel('Client ID').fill('hrev-journey.apps.googleusercontent.com');
    await page.getByLabel('Client secret').fill('GOCSPX-journey');
    await documented(page, 'journey-google-client');
    await page.getByRole('button', { name: 'Save the client' }).click();
    await page.getByText('Registered: hrev-journey', { exact: false }).waitFor();
    await open(`${account}/connections`);
    await page.getByRole('link', { name: 'Connect Google', exact: true }).click();
    await page.getByRole('button', { name: 'Continue to Google' }).waitFor();
    await page.getByRole('button', { name: 'Continue to Google' }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'Match your places to objects' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'Harbor Hotel Porto' }).getByText('Certain').waitFor();
    await documented(page, 'journey-google-match');
    await page.getByRole('button', { name: 'Test 1 pair' }).click();
    await page.getByText('1 object is connected.', { exact: false }).waitFor();
    await open(`${object}/links`);
    await page.getByText('Up to date').nth(2).waitFor({ timeout: 60_000 });
  });

  test('a review on Google is answered, and its reply is published and then seen on the platform', async () => {
    await open(`${account}/reviews?source_slugs=google`);
    await page.getByRole('link', { name: /Miguel/ }).click();
    await page.getByRole('textbox', { name: /reply/i }).fill(REPLY);
    await page.keyboard.press('Control+Enter');
    await page.getByText('Sent to Google', { exact: true }).waitFor();
    await eventually('the publication', 60_000, () => sandbox.replies('google').publications.length > 0);
    expect(sandbox.replies('google').publications.map(({ text }) => text)).toEqual([REPLY]);
    const address = page.url();
    await collectNow();
    await page.goto(address);
    await page.getByText(/On Google since .* seen there/).waitFor({ timeout: 60_000 });
    await documented(page, 'journey-published');
  });

  test('a key is made, and a program reads with it', async () => {
    await open(`${account}/keys`);
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name').fill('dashboard');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    const key = (await page.getByText(/^hrev_\w{40,}$/).textContent()) ?? '';
    const response = await fetch(`${service.origin}/v3/reviews?has_reply=true&search=water`, {
      headers: { 'X-API-Key': key },
    });
    expect(await response.json()).toMatchObject({ data: [{ author: 'Miguel', reply_text: REPLY }] });
    await page.getByLabel('I have stored it').check();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByText('dashboard').waitFor();
  });

  test('a webhook fails while its receiver fails, and its delivery arrives when it is sent again', async () => {
    await open(`${account}/webhooks`);
    await page.getByRole('link', { name: 'Add webhook' }).click();
    await page.getByLabel('Address that receives the deliveries').fill(`${receiver.origin}/hooks/reviews`);
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByText('No deliveries yet.').waitFor();
    const webhook = /a\/\d+\/webhooks\/\d+/.exec(page.url())?.[0] ?? '';
    sandbox.add('google', PLACE, { author: 'Svenja', rating: 1, text: 'The lift, and the music in it.' });
    await collectNow();
    await open(`${webhook}/deliveries`);
    await page.getByRole('link', { name: /Try 1 of 30/ }).click({ timeout: 60_000 });
    await page.getByText('Further attempts until').waitFor();
    await documented(page, 'journey-failing');
    receiver.status = 204;
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('link', { name: /Delivered/ }).waitFor({ timeout: 60_000 });
    const [failed, delivered] = [receiver.received[0], receiver.last];
    expect(delivered.body).toEqual(failed?.body);
    expect(delivered.headers['webhook-id']).toBe(failed?.headers['webhook-id']);
  });

  test('an invited viewer reads, and can write nothing', async () => {
    await open(`${account}/settings/members`);
    await page.getByRole('button', { name: 'Invite person' }).click();
    await page.getByRole('dialog').getByLabel('E-mail').fill('rui@harbor.example');
    await page.getByRole('dialog').getByRole('button', { name: 'Make link' }).click();
    const link = await page.getByRole('textbox', { name: 'The link to join' }).inputValue();
    await page.getByRole('button', { name: 'Done' }).click();
    const viewer = await WatchedPage.open(browser, { origin: service.origin, cookie: NO_COOKIE }, LOOK, false);
    await viewer.page.goto(link);
    await viewer.page.getByLabel('Your name').fill('Rui Tavares');
    await viewer.page.getByRole('textbox', { name: 'Password' }).fill('four quiet rowers at dusk');
    await viewer.page.keyboard.press('Enter');
    await viewer.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await viewer.page.goto(`${service.origin}/console/${account}/reviews?search=music`);
    await viewer.page.getByRole('link', { name: /Svenja/ }).click();
    await viewer.page.getByText('Read only: a viewer cannot reply.').waitFor();
    expect(await viewer.page.getByRole('button', { name: /Publish|Hide|Pin/ }).count()).toBe(0);
    await viewer.expectNoFaults();
    const status = await viewer.page.evaluate<number>(
      `fetch('/v3/folders', { method: 'POST', body: '{"name":"x"}', headers: { 'Content-Type': 'application/json',
         'X-Hrev-Console': '1', 'X-Hrev-Account': '${account.slice(2)}' } }).then((response) => response.status)`,
    );
    expect(status).toBe(403);
    await viewer.close();
  });

  test('the audit lists what was done, by whom', async () => {
    await open(`${account}/settings/audit`);
    const table = page.getByRole('table');
    for (const action of ['Member joined', 'Person invited', 'Webhook created', 'Key issued', 'Connection added'])
      await table.getByText(action).first().waitFor();
    await table.getByText('Ana Moreira').first().waitFor();
    await documented(page, 'journey-audit');
    const last = await WatchedPage.open(browser, { origin: service.origin, cookie: NO_COOKIE }, LOOK, false);
    await last.page.context().addCookies(await page.context().cookies());
    for (const path of ['overview', 'reviews', 'objects', 'connections', 'webhooks', 'settings/audit']) {
      await last.page.goto(`${service.origin}/console/${account}/${path}`);
      await screenHeading(last.page).waitFor();
      await last.expectNoFaults();
    }
    await last.close();
  });
});
