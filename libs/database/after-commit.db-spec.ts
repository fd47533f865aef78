import { Logger } from '@nestjs/common';
import { openTransaction } from '@test/support/held-rows';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { lockOf, LOCKS, type AdvisoryLock } from './advisory-locks';

let fixture: StoreFixture;
beforeAll(async () => {
  fixture = await storeFixture();
  await fixture.database.query('create table item (n int)');
});
afterAll(() => fixture.close());

describe('callbacks after a commit', () => {
  let calls: string[];
  let logEntries: { msg: string; err: Error }[];

  beforeEach(async () => {
    calls = [];
    logEntries = [];
    await fixture.database.query('truncate item');
    jest.spyOn(Logger.prototype, 'error').mockImplementation((entry: unknown) => void logEntries.push(entry as never));
  });
  afterEach(() => jest.restoreAllMocks());

  const failingCallback = (): void => {
    calls.push('failing');
    throw new Error('no such listener');
  };

  it('runs the other callbacks if one throws, commits the transaction, and logs the error with the name of the callback', async () => {
    const { database } = fixture;
    const result = await database.transaction(async () => {
      database.afterCommit('first', () => void calls.push('first'));
      database.afterCommit('a notification', failingCallback);
      await database.query('insert into item values (1)');
      database.afterCommit('last', () => void calls.push('last'));
      return 'done';
    });
    expect([result, calls]).toEqual(['done', ['first', 'failing', 'last']]);
    expect(await database.query('select n from item')).toEqual([{ n: 1 }]);
    expect(logEntries).toEqual([
      {
        msg: 'after a commit: a notification failed',
        err: expect.objectContaining({ message: 'no such listener' }),
      },
    ]);
  });

  it('logs the error of a callback that throws outside a transaction, and does not throw it', () => {
    fixture.database.afterCommit('a notification', failingCallback);
    expect([calls, logEntries.map(({ msg }) => msg)]).toEqual([['failing'], ['after a commit: a notification failed']]);
  });

  it('runs no callback after a rollback', async () => {
    const transaction = fixture.database.transaction(() => {
      fixture.database.afterCommit('never', failingCallback);
      return Promise.reject(new Error('rolled back'));
    });
    await expect(transaction).rejects.toThrow('rolled back');
    expect([calls, logEntries]).toEqual([[], []]);
  });
});

describe('advisory locks of a transaction', () => {
  const { webhookLeases, claims } = LOCKS;

  it.each<[string, AdvisoryLock, AdvisoryLock, boolean]>([
    ['cannot acquire the lock that the first one holds', webhookLeases, webhookLeases, false],
    ['can acquire another lock', webhookLeases, claims, true],
    ['cannot acquire the lock of the same key in a space', lockOf('reviewKey', 'a'), lockOf('reviewKey', 'a'), false],
    ['can acquire the lock of another key in the space', lockOf('reviewKey', 'a'), lockOf('reviewKey', 'b'), true],
  ])('a second transaction %s', async (_, heldLock, triedLock, isFree) => {
    const { database } = fixture;
    const first = await openTransaction(database, () => database.holdLock(heldLock));
    try {
      expect(await database.transaction(() => database.tryLock(triedLock))).toBe(isFree);
    } finally {
      await first.commit();
    }
    expect(await database.transaction(() => database.tryLock(triedLock))).toBe(true);
  });

  it('throws outside a transaction, where a lock would be released at once', async () => {
    await expect(fixture.database.holdLock(webhookLeases)).rejects.toThrow('only a transaction');
    await expect(fixture.database.tryLock(webhookLeases)).rejects.toThrow('only a transaction');
  });
});
