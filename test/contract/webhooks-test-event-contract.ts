/** The test event of a webhook (contract §6.1). */
import { createHmac } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { eventually } from '@test/support/eventually';
import { WebhookReceiver } from '@test/support/webhook-receiver';
import { type Json } from './contract-client';
import { type WebhooksFixture } from './webhooks-fixture';

export function describeTestEvent(fixture: WebhooksFixture): void {
  const { version, path, aClient, aWebhook, patch, test, clientOf, secret, rotate, expectError } = fixture;

  describe(`POST ${path}/{webhook_id}/test (contract §6.1)`, () => {
    let receiver: WebhookReceiver;
    let address: string;

    beforeEach(async () => {
      receiver = new WebhookReceiver();
      address = await receiver.listen();
    });
    afterEach(() => receiver.close());

    const toReceiver = (body: Json = {}): Promise<number> => aWebhook({ target: `${address}/hook?a=b`, ...body });
    const signatureWith = (key: unknown): string => {
      const { headers, body } = receiver.last;
      const message = Buffer.concat([Buffer.from(`${String(headers['x-hrev-timestamp'])}.`), body]);
      return `sha256=${createHmac('sha256', String(key)).update(message).digest('hex')}`;
    };
    const rows = async (): Promise<unknown> =>
      fixture.app.database.query(
        'select failure_count, last_failure_at, updated_at from webhook where account_id = $1',
        [fixture.me.account.accountId],
      );

    it('gives 200 with {success, delivery_id, event, status_code, duration_ms, error}', async () => {
      const { status, body } = await test(await toReceiver());
      expect([status, body]).toEqual([
        200,
        {
          success: true,
          delivery_id: expect.any(Number) as number,
          event: 'reviews.new',
          status_code: 204,
          duration_ms: expect.any(Number) as number,
          error: null,
        },
      ]);
    });

    it('contract §6.2, §6.4: sends the headers, and signs the timestamp, a dot and the raw body', async () => {
      const { body } = await test(await toReceiver());
      const { method, path: at, headers } = receiver.last;
      expect([method, at]).toEqual(['POST', '/hook?a=b']);
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'x-hrev-event': 'reviews.new',
        'x-hrev-delivery-id': String(body['delivery_id']),
        'x-hrev-event-id': '0',
        'x-hrev-timestamp': expect.stringMatching(/^\d{10}$/) as string,
        'content-length': String(receiver.last.body.length),
      });
      expect(Math.abs(Number(headers['x-hrev-timestamp']) - Date.now() / 1000)).toBeLessThan(300);
      expect(headers['x-hrev-signature']).toBe(signatureWith((await secret()).body['secret']));
    });

    it('contract §6.4 5.: signs with the new and the previous secrets for 24 hours, newest first, then with the new secret only', async () => {
      const id = await toReceiver();
      const first = (await secret()).body['secret'];
      const [second, third] = [(await rotate()).body['secret'], (await rotate()).body['secret']];
      await test(id);
      expect(receiver.last.headers['x-hrev-signature']).toBe([third, second, first].map(signatureWith).join(','));
      const expireSecrets = (hours: number, minutes: number): Promise<unknown> =>
        fixture.app.database.query(
          `update signing_secret set valid_until = valid_until - make_interval(hours => $2, mins => $3) where account_id = $1`,
          [fixture.me.account.accountId, hours, minutes],
        );
      await expireSecrets(23, 55);
      await test(id);
      expect(String(receiver.last.headers['x-hrev-signature']).split(',')).toHaveLength(3);
      await expireSecrets(0, 6);
      await test(id);
      expect(receiver.last.headers['x-hrev-signature']).toBe(signatureWith(third));
    });

    describe('contract §6.4: the headers of Standard Webhooks', () => {
      const LIBRARIES = { standardwebhooks: StandardWebhook, svix: SvixWebhook };
      const keyOf = async (): Promise<string> =>
        (await clientOf('v3').get('/v3/webhooks/secret')).body['standard_secret'] as string;
      const verify = (Library: (typeof LIBRARIES)['svix' | 'standardwebhooks'], key: string, body?: Buffer): unknown =>
        new Library(key).verify((body ?? receiver.last.body).toString('utf8'), receiver.last.headers as never);

      it('have the id of the delivery and the timestamp of x-hrev-timestamp', async () => {
        const { body } = await test(await toReceiver());
        const { headers } = receiver.last;
        expect(headers['webhook-id']).toBe(String(body['delivery_id']));
        expect(headers['webhook-timestamp']).toBe(headers['x-hrev-timestamp']);
      });

      it.each(Object.entries(LIBRARIES))(
        '%s verifies them, and refuses another body or another key',
        async (_name, Library) => {
          await test(await toReceiver());
          const key = await keyOf();
          expect(verify(Library, key)).toEqual(JSON.parse(receiver.last.body.toString('utf8')));
          expect(() => verify(Library, key, Buffer.concat([receiver.last.body, Buffer.from(' ')]))).toThrow();
          expect(() => verify(Library, `whsec_${Buffer.alloc(32).toString('base64')}`)).toThrow();
        },
      );

      it.each(Object.entries(LIBRARIES))(
        'after a rotation, %s verifies them with either secret',
        async (_name, Library) => {
          const id = await toReceiver();
          const first = await keyOf();
          await rotate();
          const second = await keyOf();
          await test(id);
          for (const key of [first, second]) expect(verify(Library, key)).toMatchObject({ test: true });
          expect(String(receiver.last.headers['webhook-signature']).split(' ')).toHaveLength(2);
        },
      );
    });

    it('sends a sample event of the first subscribed type, with test: true, in the format of the version', async () => {
      for (const [types, event] of [
        [['replies.new', 'reviews.new'], 'replies.new'],
        [['scrape.run.finished', 'reviews.new'], 'scrape.run.finished'],
        [['reviews.new'], 'reviews.new'],
      ] as const) {
        const { body } = await test(await toReceiver({ event_types: types }));
        const sent = JSON.parse(receiver.last.body.toString('utf8')) as Json;
        expect(sent).toMatchObject({
          schema_version: version.slice(1),
          event,
          delivery_id: body['delivery_id'],
          test: true,
        });
        expect([body['event'], receiver.last.headers['x-hrev-event']]).toEqual([event, event]);
        expect(fixture.check.eventProblems(version === 'v2' ? '2' : '3', event, sent)).toEqual([]);
        if (event !== 'scrape.run.finished') expect(sent).toHaveProperty(version === 'v2' ? 'groups' : 'objects');
      }
    });

    it('every test event has a unique delivery id from the sequence of deliveries', async () => {
      const id = await toReceiver();
      const ids = [await test(id), await test(id), await test(id)].map(({ body }) => body['delivery_id'] as number);
      expect(new Set(ids).size).toBe(3);
      const [next] = await fixture.app.database.query<{ id: number }>(`select nextval('webhook_delivery_id') as id`);
      expect(next?.id).toBeGreaterThan(Math.max(...ids));
    });

    it.each([
      [200, true, null],
      [299, true, null],
      [302, false, 'bad_status'],
      [404, false, 'bad_status'],
      [429, false, 'bad_status'],
      [503, false, 'bad_status'],
    ])('gives 200 if the receiver responds with %i', async (statusCode, success, error) => {
      receiver.status = statusCode;
      receiver.answerHeaders = { Location: `${address}/elsewhere` };
      const id = await toReceiver();
      const before = await rows();
      const { status, body } = await test(id);
      expect([status, body]).toEqual([200, expect.objectContaining({ success, status_code: statusCode, error })]);
      // The service does not follow redirects, does not retry, and does not count a failure.
      expect(receiver.received).toHaveLength(1);
      expect(await rows()).toEqual(before);
    });

    it('reports refused if the receiver is down, and timeout if it does not respond', async () => {
      const closed = new WebhookReceiver();
      const target = `${await closed.listen()}/hook`;
      closed.close();
      expect((await test(await aWebhook({ target }))).body).toMatchObject({
        success: false,
        status_code: null,
        error: 'refused',
      });
      receiver.status = null;
      const { body } = await test(await toReceiver());
      expect(body).toMatchObject({ success: false, status_code: null, error: 'timeout' });
      expect(body['duration_ms']).toBeGreaterThanOrEqual(1_900);
    });

    it('works while the webhook is paused', async () => {
      const id = await toReceiver();
      await patch(id, { is_active: false });
      expect((await test(id)).body).toMatchObject({ success: true });
    });

    it('an account can send four test events at once; a fifth gives 409 conflict, and other accounts are not delayed', async () => {
      receiver.status = null;
      const ids = [await toReceiver(), await toReceiver(), await toReceiver()];
      const waiting = ids.concat(ids.slice(0, 1)).map((id) => test(id));
      await eventually('four requests at the receiver', 60_000, () => receiver.received.length >= 4);
      expectError(await test(ids[0] as number), 409, 'conflict');
      receiver.status = 204;
      const otherAccount = await aClient();
      const foreign = await aWebhook({ target: `${address}/hook` }, otherAccount);
      expect((await test(foreign, otherAccount)).body).toMatchObject({ success: true });
      for (const answer of await Promise.all(waiting)) expect(answer.body).toMatchObject({ error: 'timeout' });
      expect((await test(ids[0] as number)).body).toMatchObject({ success: true });
    });
  });
}
