import { Logger } from '@nestjs/common';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { lockOf, LOCKS, type AdvisoryLock } from './advisory-locks';

let fixture: StoreFixture;
beforeAll(async () => {
  fixture = await storeFixture();
  await fixture.database.query('create table kept (n int)');
});
afterAll(() => fixture.close());

/** A committed transaction stays committed even if its callbacks fail. */
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

  it('a failing callback fails neither the transaction nor the other callbacks, and is logged with its name', async () => {
    const { database } = fixture;
    const result = await database.transaction(async () => {
      database.afterCommit('first', () => void calls.push('first'));
      database.afterCommit('notification of access', fails);
      await database.query('insert into kept values (1)');
      database.afterCommit('last', () => void calls.push('last'));
      return 'done';
    });
    expect([result, calls]).toEqual(['done', ['first', 'fails', 'last']]);
    expect(await database.query('select n from kept')).toEqual([{ n: 1 }]);
    expect(logged).toEqual([
      {
        msg: 'after a commit: notification of access failed',
        err: expect.objectContaining({ message: 'no such listener' }),
      },
    ]);
  });

  it('a callback that fails outside a transaction is logged, and its caller continues', () => {
    fixture.database.afterCommit('notification of access', fails);
    expect([calls, logged.map(({ msg }) => msg)]).toEqual([
      ['fails'],
      ['after a commit: notification of access failed'],
    ]);
  });

  it('are not called after a rollback', async () => {
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
  ])('while one transaction holds a lock, whether %s is free for another one', async (_, held, wanted, isFree) => {
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

  it('are refused outside a transaction, where they would be released at once', async () => {
    await expect(fixture.database.holdLock(webhookLeases)).rejects.toThrow('only a transaction');
    await expect(fixture.database.tryLock(webhookLeases)).rejects.toThrow('only a transaction');
  });
});
