import { execFileSync } from 'node:child_process';
import type { Browser } from 'playwright';
import { aWebhook, deliveryHarness, dueDeliveries, type DeliveryHarness } from '@test/support/delivery-harness';
import { WebhookReceiver, type ReceivedRequest } from '@test/support/webhook-receiver';
import { ConsoleApp } from './support/console-app';
import { describeInBrowser, startBrowser, WatchedPage } from './support/watched-page';

const LOOK = { theme: 'light', width: 1280 } as const;

describeInBrowser('signatures of webhooks', () => {
  let server: ConsoleApp;
  let browser: Browser;
  let worker: DeliveryHarness;
  let webhookId: number;
  const receiver = new WebhookReceiver(204);
  beforeAll(async () => {
    server = await ConsoleApp.start({ role: 'member' });
    worker = await deliveryHarness(server.app.database);
    const { accountId } = server.account;
    webhookId = await aWebhook(server.app.database, { accountId, target: await receiver.listen() });
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await worker.close();
    receiver.close();
    await server.close();
  });

  const delivered = async (): Promise<ReceivedRequest> => {
    await dueDeliveries(server.app.database, { accountId: server.account.accountId, webhookId }, 1, '{"text": "فندق"}');
    await worker.deliverDue();
    return receiver.last;
  };
  const open = async (): Promise<WatchedPage> => {
    const watched = await WatchedPage.open(browser, server, LOOK);
    await watched.page.goto(server.screen(`webhooks/${webhookId}/verify`));
    await watched.page.getByRole('button', { name: 'Reveal secret' }).click();
    await watched.page
      .getByText(/^whsec_/)
      .first()
      .waitFor();
    return watched;
  };
  const secretIn = async ({ page }: WatchedPage): Promise<string> =>
    (await page
      .getByText(/^whsec_/)
      .first()
      .textContent()) ?? '';

  test('the code in JavaScript and Python accepts real deliveries, also with the old secret after a rotation', async () => {
    const watched = await open();
    const { page } = watched;
    const javascript = (await page.getByRole('group', { name: 'JavaScript' }).textContent()) ?? '';
    await page.getByRole('button', { name: 'Python' }).click();
    const python = (await page.getByRole('group', { name: 'Python' }).textContent()) ?? '';
    const old = await secretIn(watched);
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByText(/The old secret is valid for 23 h 59 min/).waitFor();
    const next = await secretIn(watched);
    expect(next).not.toBe(old);
    const { headers, body } = await delivered();
    const inputs = [body, Buffer.from(`${body.toString()} `)].flatMap((bytes) =>
      [old, next, `${next}x`].map((secret) => [bytes.toString('base64'), secret] as const),
    );
    const expected = [true, true, false, false, false, false];
    expect(inputs.map(([bytes, secret]) => inNode(javascript, headers, bytes, secret))).toEqual(expected);
    expect(inputs.map(([bytes, secret]) => inPython(python, headers, bytes, secret))).toEqual(expected);
    await watched.expectNoFaults();
    await watched.close();
  });

  test('a pasted request is compared in the browser alone', async () => {
    const { headers, body } = await delivered();
    const watched = await open();
    const { page } = watched;
    const sent: string[] = [];
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
    await page.getByLabel('Headers').fill(lines.join('\n'));
    await page.getByLabel('Body', { exact: true }).fill(body.toString());
    // By the method: the console sends bodies as streams, which Playwright does not show here.
    page.on('request', (request) => sent.push(`${request.method()} ${request.url()}`));
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByText('The signature is valid.').waitFor();
    await page.getByLabel('Body', { exact: true }).fill(`${body.toString()}\n`);
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByText('white space at its beginning or end').waitFor();
    expect(sent.filter((request) => !/^GET [^?]*$/.test(request))).toEqual([]);
    await watched.expectNoFaults();
    await watched.close();
  });

  test('a viewer sees no secret, no headers and no controls', async () => {
    const viewer = await server.another('viewer');
    const cookie = server.cookieOf(viewer.browser);
    const watched = await WatchedPage.open(browser, { origin: server.origin, cookie }, LOOK);
    const { page } = watched;
    await page.goto(server.screen(`webhooks/${webhookId}/verify`));
    await page.getByText('Members and owners see the secret.').waitFor();
    for (const name of ['Reveal secret', 'Rotate secret', 'Send test', 'Recover since…', 'More actions'])
      expect([name, await page.getByRole('button', { name }).count()]).toEqual([name, 0]);
    await page.goto(server.screen(`webhooks/${webhookId}/deliveries`));
    await page
      .getByRole('link', { name: /Delivered/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'Headers' }).click();
    await page.getByText('Members and owners see the headers.').waitFor();
    expect(await page.getByRole('button', { name: 'Send again' }).count()).toBe(0);
    await watched.expectNoFaults();
    await watched.close();
  });
});

function inNode(code: string, headers: object, body: string, secret: string): boolean {
  const call = `console.log(isFromHrev(${JSON.stringify(headers)}, Buffer.from('${body}', 'base64'), '${secret}'));`;
  return run(process.execPath, ['--input-type=module', '-e', `${code}\n${call}`]) === 'true';
}

function inPython(code: string, headers: object, body: string, secret: string): boolean {
  const call = `import base64, json\nprint(is_from_hrev(json.loads(${JSON.stringify(JSON.stringify(headers))}), base64.b64decode('${body}'), '${secret}'))`;
  return run('python3', ['-c', `${code}\n${call}`]) === 'True';
}

const run = (program: string, parameters: readonly string[]): string =>
  execFileSync(program, parameters, { encoding: 'utf8' }).trim();
