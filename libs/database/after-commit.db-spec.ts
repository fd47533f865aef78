import { Logger } from '@nestjs/common';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { lockOf, LOCKS, type AdvisoryLock } from './advisory-locks';

let fixture: StoreFixture;
beforeAll(async () => {
  fixture = await storeFixture();
  await fixture.database.query('create table kept (n int)');
});
afterAll(() => fixture.close());

/** A transaction that has committed is done, whatever is to happen after it. */
describe('what happens after a commit', () => {
  let told: string[];
  let logged: { msg: string; err: Error }[];

  beforeEach(async () => {
    told = [];
    logged = [];
    await fixture.database.query('truncate kept');
    jest.spyOn(Logger.prototype, 'error').mockImplementation((entry: unknown) => void logged.push(entry as never));
  });
  afterEach(() => jest.restoreAllMocks());

  const fails = (): void => {
    told.push('fails');
    throw new Error('no such listener');
  };

  it('fails neither the transaction nor the other callbacks, and is logged with its name', async () => {
    const { database } = fixture;
    const result = await database.transaction(async () => {
      database.afterCommit('first', () => void told.push('first'));
      database.afterCommit('news of access', fails);
      await database.query('insert into kept values (1)');
      database.afterCommit('last', () => void told.push('last'));
      return 'done';
    });
    expect([result, told]).toEqual(['done', ['first', 'fails', 'last']]);
    expect(await database.query('select n from kept')).toEqual([{ n: 1 }]);
    expect(logged).toEqual([
      { msg: 'after a commit: news of access failed', err: expect.objectContaining({ message: 'no such listener' }) },
    ]);
  });

  it('is logged as well where there is no transaction, whose caller goes on', () => {
    fixture.database.afterCommit('news of access', fails);
    expect([told, logged.map(({ msg }) => msg)]).toEqual([['fails'], ['after a commit: news of access failed']]);
  });

  it('does not happen after a rollback', async () => {
    const undone = fixture.database.transaction(() => {
      fixture.database.afterCommit('never', fails);
      return Promise.reject(new Error('undone'));
    });
    await expect(undone).rejects.toThrow('undone');
    expect([told, logged]).toEqual([[], []]);
  });
});

describe('advisory locks of a transaction', () => {
  const { turns, claims } = LOCKS;

  it.each<[string, AdvisoryLock, AdvisoryLock, boolean]>([
    ['the same lock', turns, turns, false],
    ['another lock', turns, claims, true],
    ['the same lock of a space', lockOf('replyPlace', 'a'), lockOf('replyPlace', 'a'), false],
    ['another lock of a space', lockOf('replyPlace', 'a'), lockOf('replyPlace', 'b'), true],
  ])('while one holds a lock, whether %s is free for another', async (_, held, wanted, isFree) => {
    const { database } = fixture;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let holder: Promise<void> = Promise.resolve();
    await new Promise<void>((isHeld) => {
      holder = database.transaction(async () => {
        await database.holdLock(held);
        isHeld();
        await released;
      });
    });
    try {
      expect(await database.transaction(() => database.tryLock(wanted))).toBe(isFree);
    } finally {
      release();
      await holder;
    }
    expect(await database.transaction(() => database.tryLock(wanted))).toBe(true);
  });

  it('are refused outside of one, where they would be given back at once', async () => {
    await expect(fixture.database.holdLock(turns)).rejects.toThrow('only a transaction');
    await expect(fixture.database.tryLock(turns)).rejects.toThrow('only a transaction');
  });
});
