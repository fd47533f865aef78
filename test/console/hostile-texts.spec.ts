// cspell:ignore formaction
import type { Browser, Page } from 'playwright';
import { deliveryHarness, type DeliveryHarness } from '@test/support/delivery-harness';
import { insertReview } from '@test/support/review-factory';
import { WebhookReceiver } from '@test/support/webhook-receiver';
import { ConsoleApp } from './support/console-app';
import { aHarbor, type Harbor } from './support/harbor';
import { describeInBrowser, startBrowser, WatchedPage } from './support/watched-page';

const LOOK = { theme: 'light', width: 1280 } as const;
/** Each part sets `window.stolen` if a browser takes it for markup, and the end changes the direction of what follows. */
const HOSTILE = `<img src=x onerror="window.stolen='img'"><script>window.stolen='script'</script>"><svg onload=window.stolen='svg'> {{7*7}} \u202e\u2067`;
const ADDRESS = "javascript:window.stolen='address'";

/** What the page has made of the hostile texts. */
const OUTCOME = `(() => {
  const addresses = [...document.querySelectorAll('[href], [src], [action], [formaction]')].flatMap((element) =>
    ['href', 'src', 'action', 'formaction'].map((name) => element.getAttribute(name) ?? ''));
  const isOfInline = (style) => style.display === 'inline' || style.display === 'contents';
  const inOneLine = (text) => text.replace(/\\s+/g, ' ').trim();
  const isIsolated = (node) => {
    for (let element = node.parentElement; element !== null; element = element.parentElement) {
      const style = getComputedStyle(element);
      if (isOfInline(style) && /isolate|plaintext/.test(style.unicodeBidi)) return true;
      // Every block isolates its content from others, but not its parts from each other.
      if (!isOfInline(style)) return inOneLine(element.textContent) === inOneLine(node.textContent);
    }
    return false;
  };
  const open = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let shown = 0;
  while (texts.nextNode() !== null) {
    const node = texts.currentNode;
    if (!node.textContent.includes('window.stolen') || node.parentElement.closest('script, style, textarea') !== null) continue;
    if (node.parentElement.getClientRects().length === 0) continue;
    shown += 1;
    if (/[\\u202a-\\u202e\\u2066-\\u2069]/.test(node.textContent) && !isIsolated(node))
      open.push(node.parentElement.outerHTML.slice(0, 300));
  }
  return {
    stolen: window.stolen ?? null,
    reports: window.policyReports ?? [],
    elements: document.querySelectorAll('img[src="x"], svg[onload], [onerror], body script:not([src])').length,
    addresses: addresses.filter((address) => /^\\s*(javascript|data:text|vbscript):/i.test(address)),
    open,
    shown: shown > 0,
  };
})()`;

/** 3.2.2: text stays text, on every screen that shows what others wrote. */
describeInBrowser('texts of others', () => {
  let server: ConsoleApp;
  let browser: Browser;
  let worker: DeliveryHarness;
  let harbor: Harbor;
  let reviewId = 0;
  let webhookId = 0;
  const receiver = new WebhookReceiver(503);

  beforeAll(async () => {
    server = await ConsoleApp.start();
    harbor = await aHarbor(server);
    worker = await deliveryHarness(server.app.database);
    await receiver.listen();
    browser = await startBrowser();
    reviewId = await plant();
    webhookId = await aFailedDelivery();
  });
  afterAll(async () => {
    await browser?.close();
    await worker?.close();
    receiver.close();
    await server?.close();
  });

  /** Writes the texts into the tables, as platforms, earlier versions and members may have written them. Returns the review. */
  async function plant(): Promise<number> {
    const { app, account, person } = server;
    const { database } = app;
    const [place] = await database.query<{ object_id: number; link_id: number; source_id: number }>(
      'select object_id, id as link_id, source_id from link where object_id = $1 order by id limit 1',
      [harbor.objectId],
    );
    const id = await insertReview(database, {
      ...{ accountId: account.accountId, objectId: harbor.objectId },
      ...{ linkId: place?.link_id ?? 0, sourceId: place?.source_id ?? 0 },
      ...{ author: HOSTILE, text: `${HOSTILE}\n${HOSTILE}`, positive: HOSTILE, negative: HOSTILE, replyText: HOSTILE },
      ...{ reviewUrl: ADDRESS, replyDate: '2026-11-27T10:00:00', reviewDate: '2026-11-27T09:00:00', rating: 1 },
      images: [{ template_url: ADDRESS, preview: ADDRESS, image: ADDRESS }],
    });
    await app.agent.post('/v3/folders').set('X-API-Key', account.full).send({ name: 'North' });
    await app.agent.get(`/v3/reviews?search=${encodeURIComponent(HOSTILE)}&object_id=x`).set('X-API-Key', account.full);
    await database.query('update folder set name = $2 where account_id = $1', [account.accountId, HOSTILE]);
    await database.query('update tracked_object set name = $2 where id = $1', [harbor.objectId, `Harbor ${HOSTILE}`]);
    await database.query('update api_key set name = $2 where account_id = $1', [account.accountId, HOSTILE]);
    await database.query('update account set name = $2 where id = $1', [account.accountId, `Hotels ${HOSTILE}`]);
    await database.query('update person set name = $2 where email = $1', [person.email, `Rui ${HOSTILE}`]);
    await database.query('update link set link_name = $2 where object_id = $1', [harbor.objectId, HOSTILE]);
    await database.query("insert into notice (account_id, kind, subject, body) values ($1, 'test', $2, $2)", [
      account.accountId,
      HOSTILE,
    ]);
    return id;
  }

  /** A delivery that the receiver refused with a hostile body. Returns its webhook. */
  async function aFailedDelivery(): Promise<number> {
    const { app, account } = server;
    const made = await app.agent
      .post('/v3/webhooks')
      .set('X-API-Key', account.full)
      .send({ target: `${receiver.origin}/hooks`, event_types: ['reviews.new'] });
    const { id } = made.body as { id: number };
    receiver.answerBody = HOSTILE;
    receiver.answerHeaders = { 'content-type': 'text/html' };
    await app.database.query(
      `insert into webhook_delivery (id, account_id, webhook_id, event_type, event_id, body, next_attempt_at)
       values (nextval('webhook_delivery_id'), $1, $2, 'reviews.new', 7, $3, clock_timestamp())`,
      [account.accountId, id, Buffer.from(JSON.stringify({ event: 'reviews.new', text: HOSTILE }))],
    );
    await app.database.query(
      `insert into webhook_dispatch (webhook_id, account_id, next_due_at) values ($1, $2, clock_timestamp())
       on conflict (webhook_id) do update set next_due_at = clock_timestamp()`,
      [id, account.accountId],
    );
    await worker.deliverDue();
    return id;
  }

  /** Opens a screen, acts on it, and expects that it shows the texts as texts. */
  async function expectTexts(path: string, act: (page: Page) => Promise<unknown>): Promise<void> {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    page.on('dialog', (dialog) => void dialog.dismiss());
    try {
      await page.goto(server.screen(path));
      await act(page);
      expect([path, await page.evaluate(OUTCOME)]).toEqual([
        path,
        { stolen: null, reports: [], elements: 0, addresses: [], open: [], shown: true },
      ]);
      expect(await page.title()).not.toBe('');
    } finally {
      await watched.close();
    }
  }
  /** The screen is shown, and a picture without a source would have failed. */
  const settled = async (page: Page, place = 'main'): Promise<void> => {
    await page.locator(place).getByText('window.stolen').first().waitFor();
    await page.waitForTimeout(300);
  };

  test.each([
    ['the inbox', 'reviews'],
    ['the objects', 'objects'],
    ['the folders', 'folders'],
    ['the analytics', 'analytics'],
    ['the keys', 'keys'],
    ['the notices', 'notices'],
    ['the members', 'settings/members'],
  ])('in %s', (_, path) => expectTexts(path, settled));

  test.each([
    ['the overview', 'overview'],
    ['the request log', 'requests'],
    ['the audit', 'settings/audit'],
    ['the connections', 'connections'],
    ['the profile', 'settings/profile'],
  ])('around %s', (_, path) =>
    expectTexts(path, async (page) => {
      await page.locator('main').getByRole('heading').first().waitFor();
      await settled(page, 'body');
    }),
  );

  test('in a review with its reply and photos', () => expectTexts(`reviews/${reviewId}`, settled));
  test('in an object', () => expectTexts(`objects/${harbor.objectId}`, settled));
  test('in the answer of a receiver', () =>
    expectTexts(`webhooks/${webhookId}/deliveries`, async (page) => {
      await page.getByRole('link', { name: /Try 1 of 30/ }).click();
      await settled(page);
    }));
  test('in the palette', () =>
    expectTexts('objects', async (page) => {
      await settled(page);
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog');
      await palette.getByRole('combobox').fill('Harbor');
      await palette.getByText('window.stolen').first().waitFor();
    }));

  test('a page that takes a text for markup, or does not isolate it, would be noticed', async () => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    const { page } = watched;
    await page.goto(server.screen('folders'));
    await settled(page);
    await page.evaluate(
      `(([text, address]) => {
        const main = document.querySelector('main');
        main.insertAdjacentHTML('beforeend', '<div>' + text + '</div><a href="' + address + '">x</a>');
        main.insertAdjacentHTML('beforeend', '<p>before <span id="open"></span> after</p>');
        document.getElementById('open').textContent = text;
      })(${JSON.stringify([HOSTILE, ADDRESS])})`,
    );
    await page.waitForFunction('(window.policyReports ?? []).length > 0');
    const outcome = await page.evaluate<Readonly<Record<string, unknown>>>(OUTCOME);
    expect(outcome).toMatchObject({ stolen: null, addresses: [ADDRESS], open: [expect.stringContaining('id="open"')] });
    expect(outcome['elements']).toBeGreaterThan(0);
    await watched.close();
  });
});
