import type { Database } from '@libs/database';
import { AppError } from '@libs/kernel';
import { trailOn } from '@src/audit';
import { inEveryOrder } from '@test/support/interleaving';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { SWITCHES, type SwitchName } from './domain/switches';
import { isOnFor, isOnForAll, offSince, sourcesOff } from './persistence/switched-on.sql';
import { SwitchStore } from './persistence/switch.store';
import { SwitchesService } from './switches.service';

const [GOOGLE, YELP] = [
  { id: 7, slug: 'google' },
  { id: 8, slug: 'yelp' },
];

describe('switches of the operator (contract §4.17)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let store: SwitchStore;
  let switches: SwitchesService;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    store = new SwitchStore(database);
    switches = new SwitchesService(store, trailOn(database));
  });
  beforeEach(() => database.query('truncate switch_off, audit_entry'));
  afterAll(() => fixture?.close());

  const turnOff = (name: SwitchName, source: typeof GOOGLE | null, reason: string | null = null): Promise<void> =>
    database.transaction(() => switches.turnOff({ name, source }, reason));
  const turnOn = (name: SwitchName, source: typeof GOOGLE | null): Promise<void> =>
    database.transaction(() => switches.turnOn({ name, source }, null));
  const entries = (): Promise<readonly { action: string }[]> =>
    database.query(
      `select action, target_type as "targetType", target_id as "targetId", before, after from audit_entry order by id`,
    );

  it('are all on in the beginning', async () => {
    expect(await store.list()).toEqual([]);
  });

  it('are listed while they are off, those of all sources first', async () => {
    await turnOff('webhooks', GOOGLE, ' the bodies are wrong ');
    await turnOff('replies', null);
    expect(await store.list()).toEqual([
      { name: 'replies', sourceId: null, since: expect.any(Date) as Date, reason: null },
      { name: 'webhooks', sourceId: GOOGLE.id, since: expect.any(Date) as Date, reason: 'the bodies are wrong' },
    ]);
    await turnOn('replies', null);
    expect((await store.list()).map(({ name }) => name)).toEqual(['webhooks']);
  });

  it('keep the time when they are switched off again, with another reason', async () => {
    await turnOff('replies', null, 'one');
    const [first] = await store.list();
    await turnOff('replies', null, 'two');
    expect(await store.list()).toEqual([{ ...first, reason: 'two' }]);
  });

  it('are switched on once: of one source is another switch than of all together', async () => {
    await turnOff('replies', GOOGLE);
    for (const source of [null, YELP]) {
      const refused = await turnOn('replies', source).catch((error: unknown) => error);
      expect(refused).toMatchObject({
        code: 'conflict',
        detail: `The switch \`replies\` is on for ${source?.slug ?? 'all sources together'}`,
      });
    }
    await turnOn('replies', GOOGLE);
    expect(await store.list()).toEqual([]);
  });

  it('have an entry in the audit trail for each change, and none for a repetition (ADR 25)', async () => {
    await turnOff('webhooks', null, 'one');
    await turnOff('webhooks', null, 'one');
    await turnOff('webhooks', null, 'two');
    await turnOff('replies', GOOGLE);
    await turnOn('webhooks', null);
    const installation = { targetType: 'installation', targetId: null };
    expect(await entries()).toEqual([
      { action: 'switch.turned_off', ...installation, before: null, after: { switch: 'webhooks', reason: 'one' } },
      {
        action: 'switch.turned_off',
        ...installation,
        before: { reason: 'one' },
        after: { switch: 'webhooks', reason: 'two' },
      },
      {
        action: 'switch.turned_off',
        ...{ targetType: 'source', targetId: GOOGLE.id, before: null },
        after: { switch: 'replies', slug: 'google', reason: null },
      },
      { action: 'switch.turned_on', ...installation, before: null, after: { switch: 'webhooks', reason: null } },
    ]);
  });

  it.each<[string, () => Promise<void>, string, boolean]>([
    ['switch it off', () => turnOff('replies', null, 'same'), 'switch.turned_off', false],
    ['switch it on', () => turnOn('replies', null), 'switch.turned_on', true],
  ])('have one entry if two operators %s at the same moment', async (_, change, action, wasOff) => {
    await inEveryOrder({
      on: database,
      given: async () => {
        await database.query('truncate switch_off');
        if (wasOff) await turnOff('replies', null);
        await database.query('truncate audit_entry');
      },
      contenders: { one: change, other: change },
      mayFail: (reason) => reason instanceof AppError && reason.code === 'conflict',
      holds: async () => expect((await entries()).map((entry) => entry.action)).toEqual([action]),
    });
  });

  it.each<[string, readonly (typeof GOOGLE | null)[], { all: boolean; google: boolean; yelp: boolean; ids: number[] }]>(
    [
      ['nothing is off', [], { all: true, google: true, yelp: true, ids: [] }],
      ['one source is off', [GOOGLE], { all: true, google: false, yelp: true, ids: [7] }],
      ['all sources are off', [null], { all: false, google: false, yelp: false, ids: [0] }],
      ['both are off', [GOOGLE, null], { all: false, google: false, yelp: false, ids: [0, 7] }],
    ],
  )('are conditions of statements: %s', async (_, off, expected) => {
    for (const name of SWITCHES) for (const source of off) await turnOff(name, source);
    for (const name of SWITCHES) {
      const [read] = await database.query(
        `select ${isOnForAll(name)} as "all", ${isOnFor(name, '7')} as google, ${isOnFor(name, '8')} as yelp,
           (select array_agg(id order by id) from unnest(${sourcesOff(name)}) id) as ids`,
      );
      expect({ ...read, ids: read?.['ids'] ?? [] }).toEqual(expected);
      // A condition on the rows of a table holds for the same sources.
      const rows = await database.query<{ id: number }>(
        `select s.id from (values (7), (8)) s (id) where ${isOnFor(name, 's.id')} order by 1`,
      );
      expect(rows.map(({ id }) => id)).toEqual([...(expected.google ? [7] : []), ...(expected.yelp ? [8] : [])]);
    }
  });

  it('give the earliest time at which a source was switched off, also by the switch of all sources', async () => {
    const since = async (): Promise<unknown> =>
      (await database.query(`select ${offSince('replies', '7')} as since`))[0]?.['since'];
    expect(await since()).toBeNull();
    await turnOff('replies', GOOGLE);
    await turnOff('webhooks', null);
    const [, ofGoogle] = await store.list();
    expect(await since()).toEqual(ofGoogle?.since);
    await turnOff('replies', null);
    expect(await since()).toEqual(ofGoogle?.since);
    await turnOn('replies', GOOGLE);
    expect(await since()).not.toEqual(ofGoogle?.since);
  });
});
