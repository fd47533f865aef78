/** The test event of a webhook (contract §6.1). */
import { createHmac } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { eventually } from '@test/support/eventually';
import { WebhookReceiver } from '@test/support/webhook-receiver';
import { type Json } from './contract-client';
import { type WebhooksWorld } from './webhooks-world';

export function describeTestEvent(world: WebhooksWorld): void {
  const { version, path, aClient, aWebhook, patch, test, through, secret, rotate, refused } = world;

  describe(`POST ${path}/{webhook_id}/test (contract §6.1)`, () => {
    let receiver: WebhookReceiver;
    let address: string;

    beforeEach(async () => {
      receiver = new WebhookReceiver();
      address = await receiver.listen();
    });
    afterEach(() => receiver.close());

    const toReceiver = (body: Json = {}): Promise<number> => aWebhook({ target: `${address}/hook?a=b`, ...body });
    const signed = (key: unknown): string => {
      const { headers, body } = receiver.last;
      const message = Buffer.concat([Buffer.from(`${String(headers['x-hrev-timestamp'])}.`), body]);
      return `sha256=${createHmac('sha256', String(key)).update(message).digest('hex')}`;
    };
    const rows = async (): Promise<unknown> =>
      world.app.database.query('select failure_count, last_failure_at, updated_at from webhook where account_id = $1', [
        world.me.account.accountId,
      ]);

    it('"answers 200 {success, delivery_id, event, status_code, duration_ms, error}"', async () => {
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

    it('§6.2, §6.4: the headers, and a genuine signature over timestamp, dot and raw body', async () => {
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
      expect(headers['x-hrev-signature']).toBe(signed((await secret()).body['secret']));
    });

    it('§6.4 5.: for 24 hours by the new and the previous secrets, comma-separated, newest first; then by the new alone', async () => {
      const id = await toReceiver();
      const first = (await secret()).body['secret'];
      const [second, third] = [(await rotate()).body['secret'], (await rotate()).body['secret']];
      await test(id);
      expect(receiver.last.headers['x-hrev-signature']).toBe([third, second, first].map(signed).join(','));
      const age = (hours: number, minutes: number): Promise<unknown> =>
        world.app.database.query(
          `update signing_secret set valid_until = valid_until - make_interval(hours => $2, mins => $3) where account_id = $1`,
          [world.me.account.accountId, hours, minutes],
        );
      await age(23, 55);
      await test(id);
      expect(String(receiver.last.headers['x-hrev-signature']).split(',')).toHaveLength(3);
      await age(0, 6);
      await test(id);
      expect(receiver.last.headers['x-hrev-signature']).toBe(signed(third));
    });

    describe('contract §6.4: the headers of Standard Webhooks beside ours', () => {
      const LIBRARIES = { standardwebhooks: StandardWebhook, svix: SvixWebhook };
      const keyOf = async (): Promise<string> =>
        (await through('v3').get('/v3/webhooks/secret')).body['standard_secret'] as string;
      const checked = (Library: (typeof LIBRARIES)['svix' | 'standardwebhooks'], key: string, body?: Buffer): unknown =>
        new Library(key).verify((body ?? receiver.last.body).toString('utf8'), receiver.last.headers as never);

      it('the id is that of the delivery, the timestamp is ours', async () => {
        const { body } = await test(await toReceiver());
        const { headers } = receiver.last;
        expect(headers['webhook-id']).toBe(String(body['delivery_id']));
        expect(headers['webhook-timestamp']).toBe(headers['x-hrev-timestamp']);
      });

      it.each(Object.entries(LIBRARIES))('%s accepts them, and nothing else', async (_name, Library) => {
        await test(await toReceiver());
        const key = await keyOf();
        expect(checked(Library, key)).toEqual(JSON.parse(receiver.last.body.toString('utf8')));
        expect(() => checked(Library, key, Buffer.concat([receiver.last.body, Buffer.from(' ')]))).toThrow();
        expect(() => checked(Library, `whsec_${Buffer.alloc(32).toString('base64')}`)).toThrow();
      });

      it.each(Object.entries(LIBRARIES))(
        'both schemes rotate together: %s accepts either secret',
        async (_name, Library) => {
          const id = await toReceiver();
          const first = await keyOf();
          await rotate();
          const second = await keyOf();
          await test(id);
          for (const key of [first, second]) expect(checked(Library, key)).toMatchObject({ test: true });
          expect(String(receiver.last.headers['webhook-signature']).split(' ')).toHaveLength(2);
        },
      );
    });

    it('"one event of the first subscribed type with sample data and "test": true", in the body of its version', async () => {
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
        expect(world.check.eventProblems(version === 'v2' ? '2' : '3', event, sent)).toEqual([]);
        if (event !== 'scrape.run.finished') expect(sent).toHaveProperty(version === 'v2' ? 'groups' : 'objects');
      }
    });

    it('every test has a delivery id of its own, of the sequence of deliveries', async () => {
      const id = await toReceiver();
      const ids = [await test(id), await test(id), await test(id)].map(({ body }) => body['delivery_id'] as number);
      expect(new Set(ids).size).toBe(3);
      const [next] = await world.app.database.query<{ id: number }>(`select nextval('webhook_delivery_id') as id`);
      expect(next?.id).toBeGreaterThan(Math.max(...ids));
    });

    it.each([
      [200, true, null],
      [299, true, null],
      [302, false, 'bad_status'],
      [404, false, 'bad_status'],
      [429, false, 'bad_status'],
      [503, false, 'bad_status'],
    ])('"200 also when the receiver fails": %i', async (answered, success, error) => {
      receiver.status = answered;
      receiver.answerHeaders = { Location: `${address}/elsewhere` };
      const id = await toReceiver();
      const before = await rows();
      const { status, body } = await test(id);
      expect([status, body]).toEqual([200, expect.objectContaining({ success, status_code: answered, error })]);
      // No redirect, no retry, no count as a failure.
      expect(receiver.received).toHaveLength(1);
      expect(await rows()).toEqual(before);
    });

    it('a receiver that is down, and one that never answers', async () => {
      const gone = new WebhookReceiver();
      const target = `${await gone.listen()}/hook`;
      gone.close();
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

    it('"works while paused"', async () => {
      const id = await toReceiver();
      await patch(id, { is_active: false });
      expect((await test(id)).body).toMatchObject({ success: true });
    });

    it('four test events of an account run at once; a fifth is 409 conflict, other accounts are not delayed', async () => {
      receiver.status = null;
      const ids = [await toReceiver(), await toReceiver(), await toReceiver()];
      const waiting = ids.concat(ids.slice(0, 1)).map((id) => test(id));
      await eventually('four requests at the receiver', 60_000, () => receiver.received.length >= 4);
      refused(await test(ids[0] as number), 409, 'conflict');
      receiver.status = 204;
      const stranger = await aClient();
      const foreign = await aWebhook({ target: `${address}/hook` }, stranger);
      expect((await test(foreign, stranger)).body).toMatchObject({ success: true });
      for (const answer of await Promise.all(waiting)) expect(answer.body).toMatchObject({ error: 'timeout' });
      expect((await test(ids[0] as number)).body).toMatchObject({ success: true });
    });
  });
}
