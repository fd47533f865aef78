import { Logger } from '@nestjs/common';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { lockOf, LOCKS, type AdvisoryLock } from './advisory-locks';

let fixture: StoreFixture;
beforeAll(async () => {
  fixture = await storeFixture();
  await fixture.database.query('create table kept (n int)');
});
afterAll(() => fixture.close());

describe('callbacks after a commit', () => {
  let calls: string[];
  let logged: { msg: string; err: Error }[];

  beforeEach(async () => {
    calls = [];
    logged = [];
    await fixture.database.query('truncate kept');
    jest.spyOn(Logger.prototype, 'error').mockImplementation((entry: unknown) => void logged.push(entry as never));
  });
  afterEach(() => jest.restoreAllMocks());

  const fails = (): void => {
    calls.push('fails');
    throw new Error('no such listener');
  };

  it('runs the other callbacks if one throws, commits the transaction, and logs the error with the name of the callback', async () => {
    const { database } = fixture;
    const result = await database.transaction(async () => {
      database.afterCommit('first', () => void calls.push('first'));
      database.afterCommit('a notification', fails);
      await database.query('insert into kept values (1)');
      database.afterCommit('last', () => void calls.push('last'));
      return 'done';
    });
    expect([result, calls]).toEqual(['done', ['first', 'fails', 'last']]);
    expect(await database.query('select n from kept')).toEqual([{ n: 1 }]);
    expect(logged).toEqual([
      {
        msg: 'after a commit: a notification failed',
        err: expect.objectContaining({ message: 'no such listener' }),
      },
    ]);
  });

  it('logs the error of a callback that throws outside a transaction, and does not throw it', () => {
    fixture.database.afterCommit('a notification', fails);
    expect([calls, logged.map(({ msg }) => msg)]).toEqual([['fails'], ['after a commit: a notification failed']]);
  });

  it('runs no callback after a rollback', async () => {
    const undone = fixture.database.transaction(() => {
      fixture.database.afterCommit('never', fails);
      return Promise.reject(new Error('undone'));
    });
    await expect(undone).rejects.toThrow('undone');
    expect([calls, logged]).toEqual([[], []]);
  });
});

describe('advisory locks of a transaction', () => {
  const { webhookLeases, claims } = LOCKS;

  it.each<[string, AdvisoryLock, AdvisoryLock, boolean]>([
    ['the same lock', webhookLeases, webhookLeases, false],
    ['another lock', webhookLeases, claims, true],
    ['the same lock of a space', lockOf('replyPlace', 'a'), lockOf('replyPlace', 'a'), false],
    ['another lock of a space', lockOf('replyPlace', 'a'), lockOf('replyPlace', 'b'), true],
  ])(
    'during a transaction that holds a lock, whether another one can get %s',
    async (_, heldLock, triedLock, isFree) => {
      const { database } = fixture;
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      let holder: Promise<void> = Promise.resolve();
      await new Promise<void>((onLocked) => {
        holder = database.transaction(async () => {
          await database.holdLock(heldLock);
          onLocked();
          await released;
        });
      });
      try {
        expect(await database.transaction(() => database.tryLock(triedLock))).toBe(isFree);
      } finally {
        release();
        await holder;
      }
      expect(await database.transaction(() => database.tryLock(triedLock))).toBe(true);
    },
  );

  it('throws outside a transaction, where a lock would be released at once', async () => {
    await expect(fixture.database.holdLock(webhookLeases)).rejects.toThrow('only a transaction');
    await expect(fixture.database.tryLock(webhookLeases)).rejects.toThrow('only a transaction');
  });
});
