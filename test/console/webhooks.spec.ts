import type { Browser, Page } from 'playwright';
import { RecoveryBatchStore } from '@src/webhooks/delivery/persistence/recovery-batch.store';
import { RecoveryRunnerSchedule } from '@src/webhooks/delivery/jobs/recovery-runner.schedule';
import { aWebhook, deliveryHarness, type DeliveryHarness } from '@test/support/delivery-harness';
import { eventually } from '@test/support/eventually';
import { recordedWakeups } from '@test/support/noted-wakeups';
import { insertReviews } from '@test/support/review-factory';
import { aLink } from '@test/support/store-fixture';
import { WebhookReceiver } from '@test/support/webhook-receiver';
import { ConsoleApp } from './support/console-app';
import { aHarbor } from './support/harbor';
import { describeInBrowser, LOOKS, screenHeading, startBrowser, WatchedPage } from './support/watched-page';

const LOOK = { theme: 'light', width: 1280 } as const;

/** The texts of cells that do not show all of their text. */
const cutCells = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`[...document.querySelectorAll('.delivery-table :is(th, td)')]
    .filter((cell) => cell.scrollWidth > cell.clientWidth || getComputedStyle(cell).textOverflow === 'ellipsis')
    .map((cell) => cell.textContent)`);

describeInBrowser('webhooks', () => {
  let server: ConsoleApp;
  let browser: Browser;
  let worker: DeliveryHarness;
  const receiver = new WebhookReceiver(503);
  let webhookId = 0;
  beforeAll(async () => {
    server = await ConsoleApp.start();
    await aHarbor(server);
    worker = await deliveryHarness(server.app.database);
    await receiver.listen();
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await worker.close();
    receiver.close();
    await server.close();
  });

  test('a webhook is added with a preview, fails, recovers, and its delivery is sent again', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('webhooks'));
    await page.getByRole('link', { name: 'Add webhook' }).click();
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByText('Give the address of your server').waitFor();
    await page.getByLabel('Address that receives the deliveries').fill(`${receiver.origin}/hooks/reviews`);
    await page
      .getByText('No review was collected in the last 7 days. Of the newest 6 reviews, 6 would have been sent.')
      .waitFor();
    await watched.expectNoFaults();
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByText('No deliveries yet.').waitFor();
    const [row] = await server.app.database.query<{ id: number }>('select id from webhook where account_id = $1', [
      server.account.accountId,
    ]);
    webhookId = row?.id ?? 0;
    await server.app.database.query(
      `insert into webhook_delivery (id, account_id, webhook_id, event_type, event_id, body, next_attempt_at)
       values (nextval('webhook_delivery_id'), $1, $2, 'reviews.new', 7, $3, clock_timestamp())`,
      [server.account.accountId, webhookId, Buffer.from('{"event":"reviews.new"}')],
    );
    await server.app.database.query(
      `insert into webhook_dispatch (webhook_id, account_id, next_due_at) values ($1, $2, clock_timestamp())
       on conflict (webhook_id) do update set next_due_at = clock_timestamp()`,
      [webhookId, server.account.accountId],
    );
    await worker.deliverDue();
    await page.reload();
    await page.getByText(/Your server has answered 503 since/).waitFor();
    await page.getByRole('link', { name: /Try 1 of 30/ }).click();
    await page.getByText('Further attempts until').waitFor();
    await watched.expectNoFaults();
    receiver.status = 204;
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('It is sent at once, with the same id and the same bytes.').waitFor();
    await worker.deliverDue();
    await page.reload();
    await page.getByRole('link', { name: /Delivered/ }).waitFor();
    await page.goto(server.screen('webhooks'));
    await page.getByRole('cell', { name: 'Works' }).waitFor();
    await watched.close();
  });

  test('two tabs change different settings, and both changes stay', async () => {
    const target = 'https://hooks.harbor.example/two-tabs';
    const id = await aWebhook(server.app.database, { accountId: server.account.accountId, target });
    const watched = await WatchedPage.open(browser, server, LOOK);
    const other = await watched.page.context().newPage();
    const format = (page: Page) => page.getByLabel('Body', { exact: true });
    for (const page of [watched.page, other]) {
      await page.goto(server.screen(`webhooks/${id}/settings`));
      await format(page).waitFor();
    }
    const save = async (page: Page): Promise<void> => {
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('Saved. The next delivery follows it.').waitFor();
    };
    await other.getByLabel('With text only').check();
    await save(other);
    await format(watched.page).selectOption('discord');
    await save(watched.page);
    expect(await watched.page.getByLabel('With text only').isChecked()).toBe(true);
    await watched.page.reload();
    expect([
      await watched.page.getByLabel('With text only').isChecked(),
      await format(watched.page).inputValue(),
    ]).toEqual([true, 'discord']);
    await watched.expectNoFaults();
    await watched.close();
  });

  test('own headers and the format are set, and the values of headers are never shown again', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('webhooks/new'));
    await page.getByLabel('Address that receives the deliveries').fill('https://hooks.harbor.example/headers');
    await page.getByRole('button', { name: 'Add header' }).click();
    await page.getByLabel('Name of header 1').fill('Authorization');
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByText('Give each header a name of its own and a value.').waitFor();
    await watched.expectNoFaults();
    await page.getByRole('textbox', { name: 'Value of header 1' }).fill('Bearer hunter2-secret');
    await page.getByLabel('Body', { exact: true }).selectOption('slack');
    await page.getByRole('group', { name: 'Sample: Slack message' }).waitFor();
    await watched.expectNoFaults();
    await page.setViewportSize({ width: 360, height: 900 });
    await watched.expectNoFaults();
    await page.setViewportSize({ width: LOOK.width, height: 900 });
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByText('No deliveries yet.').waitFor();
    await page.getByLabel('Parts of the webhook').getByRole('link', { name: 'Settings' }).click();
    const stored = page.getByText('These headers are added to each delivery. Their values are not shown.');
    await stored.waitFor();
    await page.getByText('Authorization', { exact: true }).waitFor();
    expect(await page.getByLabel('Body', { exact: true }).inputValue()).toBe('slack');
    expect(await page.content()).not.toContain('hunter2-secret');
    await watched.expectNoFaults();
    await page.getByRole('button', { name: 'Replace' }).click();
    await page.getByRole('textbox', { name: 'Value of header 1' }).fill('Bearer other');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved. The next delivery follows it.').waitFor();
    await stored.waitFor();
    const headerNames = () => server.app.database.query('select names from webhook_header');
    expect(await headerNames()).toEqual([{ names: ['Authorization'] }]);
    await page.getByRole('button', { name: 'Remove all' }).click();
    await page.getByText('The headers are removed when you save.').waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('They are added to each delivery, such as Authorization.').waitFor();
    expect(await headerNames()).toEqual([]);
    await watched.close();
  }, 120_000);

  test('a webhook that delivered nothing is not said to work', async () => {
    await server.app.agent
      .post('/v3/webhooks')
      .set('X-API-Key', server.account.full)
      .send({ target: 'https://hooks.harbor.example/new', event_types: ['reviews.new'] });
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('webhooks'));
    await page
      .getByRole('row')
      .filter({ hasText: 'hooks.harbor.example/new' })
      .getByText('Nothing delivered in 24 hours')
      .waitFor();
    await watched.close();
  });

  test('a webhook that must not miss a review without a rating says what it leaves out, and takes it by one press', async () => {
    const { app, account } = server;
    const link = await aLink(app.database, { accountId: account.accountId });
    const seeds = [5, 5, 1, null, null, null].map((rating) => ({ ...link, rating, text: 'Good' }));
    const ids = await insertReviews(app.database, seeds);
    await app.database.query('update review set first_seen_at = now() where id = any($1)', [ids]);
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('webhooks/new'));
    const week = page.getByRole('table', { name: /in the last 7 days/ });
    const row = (name: string) => week.getByRole('row', { name });
    await page.getByText('Reviews without a rating are not sent.').first().waitFor();
    await page.getByText('3 reviews of the last 7 days have no rating and would not have been sent.').waitFor();
    await row('5 stars 2 0').waitFor();
    await row('Without a rating 0 3').waitFor();
    await row('All 3 3').waitFor();
    await watched.expectNoFaults();
    await page.getByLabel('1 star').uncheck();
    await row('1 star 0 1').waitFor();
    await page.getByRole('button', { name: 'Send reviews without a rating too' }).click();
    await page.getByText('Reviews without a rating are sent too.').waitFor();
    expect(await page.getByLabel('Without a rating').isChecked()).toBe(true);
    await row('Without a rating 3 0').waitFor();
    await page.getByLabel('1 star').check();
    await row('All 6 0').waitFor();
    await page.getByLabel('Address that receives the deliveries').fill(`${receiver.origin}/hooks/every`);
    await page.getByRole('button', { name: 'Add webhook' }).click();
    // The form has the same text before.
    await page.waitForURL(/\/webhooks\/\d+/);
    await page.getByText('Reviews without a rating are sent too.').waitFor();
    const [made] = await app.database.query<{ ratings: number[] }>(
      `select filters -> 'allowed_ratings' as ratings from webhook where account_id = $1 and target like '%/every'`,
      [account.accountId],
    );
    expect([...(made?.ratings ?? [])].sort()).toEqual([0, 1, 2, 3, 4, 5]);
    await watched.close();
  });

  test('deliveries that were given up are sent again since a time, oldest first', async () => {
    const { database } = server.app;
    await database.query(
      `insert into webhook_delivery (id, account_id, webhook_id, event_type, event_id, body, state, settled_at, attempts, tries, created_at)
       select nextval('webhook_delivery_id'), $1, $2, 'reviews.new', 7, '{}', 'dead_letter', now(), 30, 30, now() - n * interval '1 hour'
       from generate_series(1, 3) n`,
      [server.account.accountId, webhookId],
    );
    await database.query(
      `insert into webhook_delivery (id, account_id, webhook_id, event_type, event_id, body, next_attempt_at, created_at, review_count, object_ids)
       select nextval('webhook_delivery_id'), $1, $2, 'reviews.restored', 7, '{}', now() + interval '1 day', now() - n * interval '2 hours', 12, array[1, 2]
       from generate_series(1, 2) n`,
      [server.account.accountId, webhookId],
    );
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen(`webhooks/${webhookId}/deliveries`));
    await page.getByRole('link', { name: /Waits/ }).first().click();
    await page.getByRole('complementary').getByText('No attempt yet.').waitFor();
    expect(await page.getByText('12 reviews, 2 objects').count()).toBe(2);
    expect(await cutCells(page)).toEqual([]);
    if (process.env['PIC']) await page.screenshot({ path: '/tmp/w-deliveries.png' });
    await page.goto(server.screen(`webhooks/${webhookId}/deliveries?status=dead_letter`));
    await page
      .getByRole('link', { name: /Given up/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Recover since…' }).click();
    await page.getByText('Sends 3 again, oldest first.').waitFor();
    await page.getByText('2 more deliveries of this period still wait. They are tried again by themselves.').waitFor();
    if (process.env['PIC']) await page.screenshot({ path: '/tmp/w-recover.png' });
    await watched.expectNoFaults();
    await page.getByLabel('Refused').uncheck();
    const before = receiver.received.length;
    await page.getByRole('button', { name: 'Send 3 again' }).click();
    await page.getByText('Recovery: 0 of 3 put back in the queue, oldest first.').waitFor();
    const runner = new RecoveryRunnerSchedule(database, new RecoveryBatchStore(database), recordedWakeups().wakeups);
    await eventually('the recovery and its deliveries', 20_000, async () => {
      await runner.run(new AbortController().signal);
      await worker.deliverDue();
      return receiver.received.length === before + 3;
    });
    await runner.run(new AbortController().signal);
    await page.getByText(/Recovery finished at .*: 3 deliveries sent again/).waitFor();
    await page.getByText('No delivery matches.').waitFor();
    await watched.expectNoFaults();
    await watched.close();
  });

  test.each(LOOKS)('the list and a webhook have no faults in $theme at $width', async (look) => {
    const watched = await WatchedPage.open(browser, server, look);
    await watched.page.goto(server.screen('webhooks'));
    await watched.page.getByText('hooks/reviews').waitFor();
    await watched.expectNoFaults();
    for (const part of ['deliveries', 'settings', 'verify']) {
      await watched.page.goto(server.screen(`webhooks/${webhookId}/${part}`));
      await screenHeading(watched.page).waitFor();
      await watched.expectNoFaults();
    }
    await watched.close();
  });
});
