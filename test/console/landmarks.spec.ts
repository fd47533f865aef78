import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright';
import { aWebhook } from '@test/support/delivery-harness';
import { ConsoleApp } from './support/console-app';
import { aHarbor, type Harbor } from './support/harbor';
import { someHotels } from './support/hotels';
import { describeInBrowser, startBrowser, WatchedPage, WIDTHS } from './support/watched-page';

/** Screens without a session. */
const ENTRIES = ['sign-in', 'reset', 'setup#token=none', 'join#token=none', 'nothing'];
const OPERATOR = ['sources', 'sources/trustpilot', 'queues', 'accounts', 'accounts/1', 'messages', 'system'];
const SCREENS = [
  ...[
    'overview',
    '../999999/overview',
    'analytics',
    'analytics?view=table',
    'reviews',
    'reviews/REVIEW',
    'reviews?rating=1',
    'reviews?reply_status=proposed',
    'notices',
    'nothing',
    'webhooks/0',
  ],
  ...['objects', 'objects/new', 'objects/import', 'objects/OBJECT/links', 'objects/OBJECT/reviews', 'objects/0/links'],
  ...['objects/OBJECT/pinned', 'objects/OBJECT/hidden', 'objects/OBJECT/runs', 'objects/OBJECT/connections'],
  ...['objects/OBJECT/settings', 'folders', 'folders/FOLDER', 'connections', 'connections/google', 'keys', 'requests'],
  ...[
    'webhooks',
    'webhooks/new',
    'webhooks/WEBHOOK/deliveries',
    'webhooks/WEBHOOK/settings',
    'webhooks/WEBHOOK/verify',
  ],
  ...['settings/profile', 'settings/security', 'settings/sessions', 'settings/members', 'settings/usage'],
  ...['settings/reply-policy', 'settings/audit', 'settings/close', `requests/${randomUUID()}`],
];

describeInBrowser('every screen has one main part and one heading, and parts with different names', () => {
  let server: ConsoleApp;
  let browser: Browser;
  let harbor: Harbor;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    server = await ConsoleApp.start();
    await someHotels(server);
    harbor = await aHarbor(server);
    const { accountId, full } = server.account;
    await server.app.database.query('update person set is_operator = true where email = $1', [server.person.email]);
    const folder = await server.app.agent.post('/v3/folders').set('X-API-Key', full).send({ name: 'North' });
    Object.assign(ids, {
      REVIEW: harbor.reviews.get('Miguel'),
      OBJECT: harbor.objectId,
      FOLDER: (folder.body as { readonly id: number }).id,
      WEBHOOK: await aWebhook(server.app.database, { accountId, target: 'https://hooks.harbor.example/reviews' }),
    });
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  const noFaultsAt = async (address: string, width: number, withSession: boolean): Promise<void> => {
    const watched = await WatchedPage.open(browser, server, { theme: 'light', width }, withSession);
    await watched.page.goto(address);
    await watched.page
      .getByRole('heading', { level: 1 })
      .filter({ hasNotText: /^hrev$/ })
      .first()
      .waitFor();
    await watched.page.waitForLoadState('networkidle');
    await watched.expectNoFaults();
    await watched.close();
  };
  const at = (paths: readonly string[]) => paths.flatMap((path) => WIDTHS.map((width) => ({ path, width })));

  test.each(at(SCREENS))('$path at $width', ({ path, width }) =>
    noFaultsAt(server.screen(path.replace(/[A-Z]{6,}/, (name) => String(ids[name]))), width, true),
  );
  test.each(at(OPERATOR))('operator: $path at $width', ({ path, width }) =>
    noFaultsAt(`${server.origin}/console/operator/${path}`, width, true),
  );
  test.each(at(ENTRIES))('without a session: $path at $width', ({ path, width }) =>
    noFaultsAt(`${server.origin}/console/${path}`, width, false),
  );
});
