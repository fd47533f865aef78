import type { Database } from '@libs/database';
import { AppError } from '@libs/kernel';
import { AuditTrail } from '@src/audit';
import { AuditStore } from '@src/audit/persistence/audit.store';
import {
  SCRIPTED_SOURCE_ID,
  collectionHarness,
  linkTo,
  scriptedPlatform,
  type CollectionHarness,
} from '@test/support/collection-harness';
import { inEveryOrder } from '@test/support/interleaving';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { SourceControlStore } from '../health';
import type { ClaimedLink } from '../persistence/run-lease.store';
import { SourceControlService } from '../planning';
import { PausedSourcesSchedule } from './paused-sources.schedule';

describe('sources that the operator pauses and resumes (contract §4.16)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let harness: CollectionHarness;
  let store: SourceControlStore;
  let control: SourceControlService;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    const platform = scriptedPlatform(async function* () {
      yield await Promise.resolve({ reviews: [] });
      return { coverage: 'all' };
    });
    harness = await collectionHarness(database, { platforms: [platform] });
    store = new SourceControlStore(database);
    const trail = new AuditTrail(new AuditStore(database));
    control = new SourceControlService(database, harness.catalogue, store, harness.planner, trail);
  });
  beforeEach(() => database.query('truncate account, source_pace, source_event, switch_off cascade'));
  afterAll(async () => {
    await harness?.close();
    await fixture?.close();
  });

  const pause = (): Promise<void> => control.pause('scripted', 'The pages have changed');
  const resume = (): Promise<void> => control.resume('scripted', 'The pages are read again');
  const noteTrouble = (): Promise<boolean> =>
    database.transaction(() => store.noteNotifications(SCRIPTED_SOURCE_ID, 'forbidden'));
  const isConflict = (reason: unknown): boolean => reason instanceof AppError && reason.code === 'conflict';

  it.each<[string, string, readonly (() => Promise<unknown>)[], () => Promise<unknown>]>([
    ['two operators pause it', 'paused', [pause, resume], pause],
    ['two operators resume it', 'resumed', [pause], resume],
    ['two processes cannot pull its notifications', 'notifications', [pause, resume], noteTrouble],
  ])('have one event when %s at the same moment', async (_, kind, before, change) => {
    await inEveryOrder({
      on: database,
      atMost: 20,
      given: async () => {
        await database.query('truncate source_pace, switch_off');
        // Creates the row of the source, so that no contender waits for the INSERT of the other one.
        for (const step of before) await step();
        await database.query('truncate source_event');
      },
      contenders: { one: change, other: change },
      mayFail: isConflict,
      holds: async () => expect((await store.events(9)).map((event) => event.kind)).toEqual([kind]),
    });
  });

  it('keep the lease of a link that is claimed after a resume, while the links that waited are dropped', async () => {
    const schedule = new PausedSourcesSchedule(database, store, harness.results);
    const ends = new Set<string>();
    await inEveryOrder({
      on: database,
      atMost: 30,
      given: async () => {
        await database.query('truncate account, source_pace, switch_off cascade');
        await linkTo(database, SCRIPTED_SOURCE_ID);
        await harness.planDue();
        await pause();
      },
      contenders: {
        drop: () => schedule.dropWaiting(new AbortController().signal),
        resume: async () => {
          await resume();
          return harness.collector.claim(null);
        },
      },
      holds: async (_, { outcomes }) => {
        const { value: claim } = outcomes['resume'] as { readonly value: ClaimedLink | null };
        const states = await database.query('select state, outcome from run_link');
        expect(states).toEqual([
          claim === null ? { state: 'ended', outcome: 'dropped' } : { state: 'running', outcome: null },
        ]);
        if (claim !== null) expect(await harness.leases.renew(claim, 15_000)).toBe(true);
        ends.add(claim === null ? 'dropped' : 'claimed');
      },
    });
    expect([...ends].sort()).toEqual(['claimed', 'dropped']);
  });
});
