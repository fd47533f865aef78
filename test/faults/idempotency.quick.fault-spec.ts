import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@test/support/eventually';
import { type ServiceProcess } from '@test/support/service-process';
import { FaultHarness, keyOf } from './support/fault-harness';
import { checkInvariants } from './support/invariants';
import { patient } from './support/patience';

/** Faults F1, F2, F16: an API process that is killed around a commit, and transactions that PostgreSQL rolls back. */
jest.setTimeout(patient(120_000));

describe('interrupted writes', () => {
  let harness: FaultHarness;
  let api: ServiceProcess;

  beforeAll(async () => {
    harness = await FaultHarness.begin();
    api = await harness.startApi();
  });
  afterEach(() => checkInvariants(harness));
  afterAll(() => harness?.end());

  const objectsNamed = async (name: string): Promise<number> =>
    (
      await harness.postgres.query<{ n: number }>('select count(*)::int as n from tracked_object where name = $1', [
        name,
      ])
    )[0]?.n ?? -1;

  it('F1: an API that is killed between insert and commit stores nothing, and a retry with the same key creates one object', async () => {
    const blocker = await harness.postgres.connect();
    await blocker.query('begin');
    // The response is stored last; until then the object is in an open transaction.
    await blocker.query('lock table idempotent_response in exclusive mode');
    const cut = harness.create('Killed before commit');
    await eventually('the wait for the lock', patient(10_000), async () => {
      const rows = await harness.postgres.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into idempotent_response%'`,
      );
      return rows.length === 1;
    });
    await harness.kill(api);
    expect((await cut).status).toBe(0);
    await blocker.query('rollback');
    await blocker.end();
    await eventually('the end of the orphaned transaction', patient(10_000), async () => {
      const rows = await harness.postgres.query(`select 1 from pg_stat_activity where application_name = 'hrev-api'`);
      return rows.length === 0;
    });
    expect(await objectsNamed('Killed before commit')).toBe(0);

    api = await harness.startApi();
    const retried = await harness.create('Killed before commit');
    expect([retried.status, retried.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect(await objectsNamed('Killed before commit')).toBe(1);
  });

  it('F2: if the API is killed after the commit and before its response, a retry replays the response byte for byte', async () => {
    const first = await harness.create('Known before');
    expect(first.status).toBe(201);
    // PostgreSQL commits; the process never receives the result.
    const committed = new Promise<void>((resolve) => {
      harness.proxy.watcher = (chunk) => {
        if (!chunk.includes('COMMIT\0')) return 'pass';
        resolve();
        return 'hold';
      };
    });
    const cut = harness.create('Killed after commit');
    await committed;
    await harness.kill(api);
    harness.proxy.heal();
    expect((await cut).status).toBe(0);
    expect(await objectsNamed('Killed after commit')).toBe(1);
    const [stored] = await harness.postgres.query<{ body: Buffer }>(
      'select body from idempotent_response where key = $1',
      [keyOf('Killed after commit')],
    );

    api = await harness.startApi();
    const retried = await harness.create('Killed after commit');
    expect([retried.status, retried.headers['idempotent-replayed']]).toEqual([201, 'true']);
    expect(retried.text).toBe(stored?.body.toString());
    expect(await objectsNamed('Killed after commit')).toBe(1);
  });

  describe('F16: deadlocks and serialization failures', () => {
    /** Makes PostgreSQL roll back the next `times` transactions that create an object, with the error code `state`. */
    async function rollBackNext(state: string, times: number): Promise<void> {
      await harness.postgres.query('drop sequence if exists fault_count; create sequence fault_count');
      await harness.postgres.query(
        `create or replace function fault() returns trigger language plpgsql as $$ begin
           if nextval('fault_count') <= ${times} then raise exception 'sent back' using errcode = '${state}'; end if;
           return new;
         end $$`,
      );
      await harness.postgres.query('drop trigger if exists fault on tracked_object');
      await harness.postgres.query(
        'create trigger fault before insert on tracked_object for each row execute function fault()',
      );
    }
    afterEach(() => harness.postgres.query('drop trigger if exists fault on tracked_object'));

    it.each([
      ['40P01', 1, 201],
      ['40P01', 2, 201],
      ['40001', 2, 201],
      ['40001', 3, 503],
      ['40P01', 50, 503],
    ])('a request that gets %s %d times in a row returns %d', async (state, times, status) => {
      await rollBackNext(state, times);
      const name = `Sent back ${state} ${times}`;
      expect((await harness.create(name)).status).toBe(status);
      expect(await objectsNamed(name)).toBe(status === 201 ? 1 : 0);
      const [row] = await harness.postgres.query<{ n: number }>('select last_value::int as n from fault_count');
      expect(row?.n).toBe(Math.min(3, times + 1));
    });

    it('retries the transaction of the API after a real deadlock until it is committed', async () => {
      const object = await harness.create('To be renamed');
      const id = object.body['id'] as number;
      const folder = await harness.request('POST', '/v3/folders', { body: { name: 'Crossing', object_ids: [id] } });
      expect(folder.status).toBe(201);
      const crossing = await harness.postgres.connect();
      for (let round = 0; round < 3; round += 1) {
        await crossing.query('begin');
        await crossing.query('select from tracked_object where id = $1 for update', [id]);
        const removal = harness.request('DELETE', `/v3/folders/${folder.body['id'] as number}`);
        await pause(200);
        await crossing.query('select from folder where id = $1 for update', [folder.body['id']]).catch(() => undefined);
        await crossing.query('rollback');
        expect([204, 404]).toContain((await removal).status);
      }
      await crossing.end();
    });
  });
});
