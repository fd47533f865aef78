/** The set-up of the contract tests of webhooks in one version: the whole API, and a new account for every test. */
import { rowsIn } from '@test/support/contract-text';
import { OpenApiCheck } from '@test/support/openapi-check';
import { testApp, type TestApp } from '@test/support/test-app';
import { ContractClient, dataOf, type Answer, type Json, type ApiNames } from './contract-client';

export const TARGET = 'https://hooks.example.com/reviews';
export const V3_TYPES = [...rowsIn('6.1')]
  .filter(([, meaning]) => meaning.includes('of v3 only'))
  .map(([type]) => type);
const FIELDS = [
  'bucket_window',
  'created_at',
  'event_types',
  'failure_count',
  'filters',
  'id',
  'is_active',
  'last_failure_at',
  'object_ids',
  'target',
  'updated_at',
];
const FIELDS_V3 = [...FIELDS, 'format', 'header_names', 'last_claim_at', 'listener'].sort();
/** The fields of a webhook in a version. */
export const fieldsIn = (version: 'v2' | 'v3'): readonly string[] => (version === 'v2' ? FIELDS : FIELDS_V3);
export const keysOf = (value: unknown): string[] => Object.keys(value as Json).sort();

export type WebhooksFixture = ReturnType<typeof webhooksFixture>;

/** Call it in a `describe`: it starts the API before the tests. It checks responses against the OpenAPI document. */
export function webhooksFixture(api: ApiNames) {
  const { version, objects } = api;
  const path = `/${version}/webhooks`;
  let app: TestApp;
  let check: OpenApiCheck;
  let me: ContractClient;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000', HREV_WEBHOOK_TIMEOUT: '2s' } });
    check = new OpenApiCheck(app.app);
  });
  beforeEach(async () => {
    me = await aClient();
  });
  afterAll(() => app?.close());

  const aClient = async (): Promise<ContractClient> => new ContractClient(app, version, await app.anAccount());
  const clientOf = (other: 'v2' | 'v3', client = me): ContractClient => new ContractClient(app, other, client.account);
  const checkDocumented = (method: string, at: string, answer: Answer): Answer => {
    check.expect({ method, path: at, ...answer });
    return answer;
  };
  const create = async (body: Json = {}, client = me): Promise<Answer> => {
    const whole = { target: TARGET, event_types: ['reviews.new'], ...body };
    return checkDocumented('POST', path, await client.post(path, whole));
  };
  const aWebhook = async (body: Json = {}, client = me): Promise<number> => {
    const answer = await create(body, client);
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer.body['id'] as number;
  };
  /** Inserts webhooks with a statement, without requests. */
  const insertWebhooks = (count: number): Promise<unknown> =>
    app.database.query(
      `insert into webhook (account_id, schema_version, target, event_types, bucket_window, filters)
       select $1, 3, $2, '{reviews.new}', 'immediate', '{}' from generate_series(1, $3)`,
      [me.account.accountId, TARGET, count],
    );
  const patch = async (id: number, body: Json, client = me): Promise<Answer> =>
    checkDocumented('PATCH', `${path}/${id}`, await client.patch(`${path}/${id}`, body));
  const remove = async (id: number, client = me): Promise<Answer> =>
    checkDocumented('DELETE', `${path}/${id}`, await client.delete(`${path}/${id}`));
  const test = async (id: number, client = me): Promise<Answer> =>
    checkDocumented('POST', `${path}/${id}/test`, await client.post(`${path}/${id}/test`, undefined));
  const secret = async (client = me): Promise<Answer> =>
    checkDocumented('GET', `${path}/secret`, await client.get(`${path}/secret`));
  const rotate = async (client = me): Promise<Answer> =>
    checkDocumented('POST', `${path}/rotate-secret`, await client.post(`${path}/rotate-secret`, undefined));
  const listWebhooks = async (client = me): Promise<readonly Json[]> =>
    dataOf(checkDocumented('GET', path, await client.get(path)));
  const expectError = (answer: Answer, status: number, code: string): void =>
    expect([answer.status, answer.body['code']]).toEqual([status, code]);
  const anObject = async (client = me): Promise<number> =>
    (await client.post(objects, { name: 'Object' })).body['id'] as number;

  const calls = {
    aClient,
    clientOf,
    checkDocumented,
    create,
    aWebhook,
    insertWebhooks,
    patch,
    remove,
    test,
    secret,
    rotate,
    listWebhooks,
  };
  return {
    ...calls,
    version,
    path,
    objects,
    expectError,
    anObject,
    // Getters, because `beforeAll` and `beforeEach` set the values.
    get app(): TestApp {
      return app;
    },
    get check(): OpenApiCheck {
      return check;
    },
    get me(): ContractClient {
      return me;
    },
  };
}
