import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { KeysService } from '@src/auth';
import { insertReviews } from '@test/support/review-factory';
import { aLink, type LinkFixture } from '@test/support/store-fixture';
import { aWebhook } from '@test/support/delivery-harness';
import { testApp, type TestApp } from '@test/support/test-app';
import { ContractClient, dataOf, V2_API, V3_API, type Answer, type ApiNames, type Json } from './contract-client';

/** The lists with cursors, each tested below. */
const LISTS = ['GET /v2/reviews/sync', 'GET /v3/admin/audit', 'GET /v3/reviews/sync'];
const UNREADABLE = 'x';
const UNKNOWN_ID = 999_999_999;

const said = ({ status, text }: Answer): unknown => [status, text];
const codeOf = ({ status, body }: Answer): unknown => [status, body['code']];

/** Contract §4.4.1, §4.11, §12.1: a position or an id of one account says nothing to another account. */
describe('positions and ids of another account', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
  });
  afterAll(() => app?.close());

  it('the lists with cursors are those that are tested here', () => {
    const { paths } = SwaggerModule.createDocument(app.app, new DocumentBuilder().build());
    const found = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item as Record<string, { parameters?: { name: string }[] }>)
        .filter(([, { parameters = [] }]) => parameters.some(({ name }) => /cursor/.test(name)))
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    );
    expect(found.sort()).toEqual(LISTS);
  });

  describe.each([V2_API, V3_API])('the sync of $version (§4.4.1)', (api: ApiNames) => {
    interface Reader {
      readonly client: ContractClient;
      readonly link: LinkFixture;
      readonly folderId: number;
    }
    let a: Reader;
    let b: Reader;

    const aReader = async (): Promise<Reader> => {
      const client = new ContractClient(app, api.version, await app.anAccount());
      const { accountId } = client.account;
      const link = await aLink(app.database, { accountId });
      const ids = await insertReviews(app.database, [link, link, link]);
      await app.database.query('insert into account_change values ($1, 3, clock_timestamp())', [accountId]);
      await app.database.query(
        'update review r set change_seq = x.n from unnest($2::bigint[]) with ordinality x (id, n) where r.account_id = $1 and r.id = x.id',
        [accountId, ids],
      );
      const folder = await client.post(`/${api.version}/folders`, { name: 'North' });
      const folderId = Number(folder.body['id']);
      await app.database.query('insert into folder_object (account_id, folder_id, object_id) values ($1, $2, $3)', [
        accountId,
        folderId,
        link.objectId,
      ]);
      return { client, link, folderId };
    };
    beforeAll(async () => {
      a = await aReader();
      b = await aReader();
    });

    const read = (reader: Reader, query: string): Promise<Answer> =>
      reader.client.get(`/${api.version}/reviews/sync?${query}`);
    const selections = ({ link, folderId }: Reader): readonly string[] => [
      `${api.objectId}=${link.objectId}`,
      `folder_id=${folderId}`,
    ];
    const cursorOf = (answer: Answer): string => {
      expect(answer.status).toBe(200);
      return answer.body['next_cursor'] as string;
    };

    it.each<[phase: string, query: string]>([
      ['inside the snapshot', 'limit=1'],
      ['after the snapshot', ''],
      ['of changes', 'mode=changes'],
    ])('a cursor %s of A is answered to B like an unreadable one, and still works for A', async (_, query) => {
      for (const [place, selection] of selections(a).entries()) {
        const cursor = cursorOf(await read(a, `${selection}&${query}`));
        const own = selections(b)[place] ?? '';
        const [foreign, unreadable] = [
          await read(b, `${own}&cursor=${cursor}`),
          await read(b, `${own}&cursor=${UNREADABLE}`),
        ];
        expect(codeOf(foreign)).toEqual([400, 'invalid_cursor']);
        expect(said(foreign)).toEqual(said(unreadable));
        expect((await read(a, `${selection}&cursor=${cursor}`)).status).toBe(200);
      }
    });

    it('an object or folder of A with its cursor is answered to B like a missing one', async () => {
      for (const [name, id] of [
        [api.objectId, a.link.objectId],
        ['folder_id', a.folderId],
      ] as const) {
        const cursor = cursorOf(await read(a, `${name}=${id}&limit=1`));
        for (const rest of [`&cursor=${cursor}`, '']) {
          const [foreign, missing] = [
            await read(b, `${name}=${id}${rest}`),
            await read(b, `${name}=${UNKNOWN_ID}${rest}`),
          ];
          expect([rest, foreign.status >= 400, said(foreign)]).toEqual([rest, true, said(missing)]);
        }
      }
    });
  });

  describe('the audit trail (§12.5)', () => {
    it('a cursor from the entries of A continues among those of B alone', async () => {
      const [operator, one, other] = [await app.anAccount(), await app.anAccount(), await app.anAccount()];
      const { key } = await app.app.get(KeysService).issue(operator.accountId, 'master');
      const master = new ContractClient(app, 'v3', operator, key);
      const list = (query: string): Promise<Answer> => master.get(`/v3/admin/audit?${query}`);
      const whole = dataOf(await list(`account_id=${one.accountId}`));
      expect(whole.length).toBeGreaterThan(1);
      const { body } = await list(`account_id=${other.accountId}&limit=1`);
      const continued = dataOf(await list(`account_id=${one.accountId}&cursor=${String(body['next_cursor'])}`));
      expect(continued).toEqual(whole);
      const client = new ContractClient(app, 'v3', one);
      expect(codeOf(await client.get(`/v3/admin/audit?cursor=${String(body['next_cursor'])}`))).toEqual([
        403,
        'forbidden',
      ]);
    });
  });

  describe('recoveries of a webhook (§4.11)', () => {
    interface Recovering {
      readonly client: ContractClient;
      readonly webhookId: number;
      readonly recoveryId: number;
    }
    const PERIOD: Json = { since: new Date(Date.now() - 3_600_000).toISOString(), statuses: ['failed'] };

    const aRecovery = async (accountId: number, webhookId: number): Promise<number> => {
      const [row] = await app.database.query<{ id: number }>(
        `insert into webhook_recovery (account_id, webhook_id, since, until, statuses, matched, state)
         values ($1, $2, now() - interval '1 hour', now(), array['failed'], 2, 'running') returning id`,
        [accountId, webhookId],
      );
      return row?.id ?? 0;
    };
    const given = async (): Promise<Recovering> => {
      const client = new ContractClient(app, 'v3', await app.anAccount());
      const { accountId } = client.account;
      const webhookId = await aWebhook(app.database, { accountId });
      return { client, webhookId, recoveryId: await aRecovery(accountId, webhookId) };
    };
    const rows = () => app.database.query('select * from webhook_recovery order by id');

    it('a webhook or recovery of A is answered to B like a missing one, and nothing changes', async () => {
      const [a, b] = [await given(), await given()];
      const before = await rows();
      const send = (method: 'get' | 'delete', webhookId: number, recoveryId: number): Promise<Answer> =>
        b.client[method](`/v3/webhooks/${webhookId}/recoveries/${recoveryId}`);
      for (const method of ['get', 'delete'] as const)
        for (const [foreign, missing] of [
          [await send(method, b.webhookId, a.recoveryId), await send(method, b.webhookId, UNKNOWN_ID)],
          [await send(method, a.webhookId, a.recoveryId), await send(method, UNKNOWN_ID, a.recoveryId)],
          [await send(method, a.webhookId, b.recoveryId), await send(method, UNKNOWN_ID, b.recoveryId)],
        ] as const) {
          expect([method, foreign.status]).toEqual([method, 404]);
          expect(said(foreign)).toEqual(said(missing));
        }
      const lists = (id: number) => b.client.get(`/v3/webhooks/${id}/recoveries`);
      const starts = (id: number) => b.client.post(`/v3/webhooks/${id}/recoveries`, PERIOD);
      for (const ask of [lists, starts]) {
        const foreign = await ask(a.webhookId);
        expect(foreign.status).toBe(404);
        expect(said(foreign)).toEqual(said(await ask(UNKNOWN_ID)));
      }
      expect(await rows()).toEqual(before);
      const own = await a.client.get(`/v3/webhooks/${a.webhookId}/recoveries/${a.recoveryId}`);
      expect([own.status, own.body['id']]).toEqual([200, a.recoveryId]);
    });

    it('a recovery of another webhook of the same account is answered like a missing one', async () => {
      const { client, webhookId, recoveryId } = await given();
      const second = await aWebhook(app.database, { accountId: client.account.accountId });
      for (const method of ['get', 'delete'] as const) {
        const foreign = await client[method](`/v3/webhooks/${second}/recoveries/${recoveryId}`);
        expect(foreign.status).toBe(404);
        expect(said(foreign)).toEqual(said(await client[method](`/v3/webhooks/${second}/recoveries/${UNKNOWN_ID}`)));
      }
      expect((await client.get(`/v3/webhooks/${webhookId}/recoveries/${recoveryId}`)).status).toBe(200);
    });
  });
});
