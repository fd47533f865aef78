import { Logger } from '@nestjs/common';
import { createDataSource, Database } from '@libs/database';
import { Gone, Temporary } from '@libs/sources';
import { collectedReviews } from '@test/support/collected-review';
import {
  SCRIPTED_SOURCE_ID,
  claimNow,
  collectionHarness,
  linkTo,
  scriptedPlatform,
  type CollectionHarness,
} from '@test/support/collection-harness';
import { storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import type { ClaimedLink } from '../persistence/run-lease.store';

const STATEMENT_TIMEOUT_MS = 500;

interface Attempt {
  readonly link: LinkFixture;
  readonly claim: ClaimedLink;
  readonly stop: AbortController;
}
interface LogEntry {
  readonly level: 'log' | 'warn' | 'error';
  readonly [field: string]: unknown;
}

/** An attempt that ends before its list does leaves an entry in the log that says why, also if the link is collected again at once. */
describe('an attempt that ends early logs why', () => {
  let fixture: StoreFixture;
  let database: Database;
  let harness: CollectionHarness;
  /** Called before the second page. */
  let interrupt: () => Promise<unknown>;
  let entries: LogEntry[];

  beforeAll(async () => {
    fixture = await storeFixture();
    const dataSource = createDataSource({
      ...{ url: fixture.url, poolSize: 8, statementTimeoutMs: STATEMENT_TIMEOUT_MS, applicationName: 'hrev-test' },
    });
    database = new Database(await dataSource.initialize());
    const platform = scriptedPlatform(async function* () {
      yield { reviews: collectedReviews(2) };
      await interrupt();
      yield { reviews: collectedReviews(4) };
      return { coverage: 'all' };
    });
    harness = await collectionHarness(database, { platforms: [platform] });
  });
  beforeEach(async () => {
    await fixture.database.query('truncate account, source_pace, review, review_raw cascade');
    entries = [];
    const record =
      (level: LogEntry['level']) =>
      (entry: object): void =>
        void entries.push({ level, ...entry });
    Logger.overrideLogger({ log: record('log'), warn: record('warn'), error: record('error') });
  });
  afterEach(() => Logger.overrideLogger(false));
  afterAll(async () => {
    await harness?.close();
    await database?.close();
    await fixture?.close();
  });

  const throwing = (error: Error) => (): Promise<never> => Promise.reject(error);
  /** Runs the attempt while another transaction holds the change number of the account, longer than a statement may take. */
  const whileBlocked = async (accountId: number, run: () => Promise<void>): Promise<void> => {
    await fixture.database.transaction(async () => {
      await fixture.database.query('select from account_change where account_id = $1 for update', [accountId]);
      await run();
    });
  };

  it.each<[string, (attempt: Attempt) => () => Promise<unknown>, Partial<LogEntry>]>([
    [
      'the platform did not answer: the attempt is repeated',
      () => throwing(new Temporary('network', 'the connection broke')),
      { level: 'warn', code: 'network', detail: 'network: the connection broke', next_attempt_in_ms: 2_000 },
    ],
    [
      'the process stops',
      ({ stop }) =>
        async () =>
          stop.abort(new Error('the process is stopping')),
      { level: 'log', detail: 'the process is stopping' },
    ],
    [
      'another worker has claimed the link',
      ({ claim }) =>
        () =>
          fixture.database.query('update run_link set lease_token = gen_random_uuid() where id = $1', [
            claim.runLinkId,
          ]),
      { level: 'warn', detail: 'another worker has claimed this link' },
    ],
    [
      'the link is disabled',
      ({ link }) =>
        () =>
          fixture.database.query('update link set is_active = false where id = $1', [link.linkId]),
      { level: 'log', detail: 'the link or its object was disabled or deleted' },
    ],
  ])('%s', async (_, interruption, expected) => {
    const { attempt, run } = await anAttempt();
    interrupt = interruption(attempt);
    await run();
    expect(entries).toEqual([{ msg: 'attempt ended early', ...idsOf(attempt), ...expected }]);
  });

  it('a statement takes too long: the attempt is repeated', async () => {
    const { attempt, run } = await anAttempt();
    interrupt = () => Promise.resolve();
    await fixture.database.query(
      'insert into account_change (account_id, change_seq, changed_at) values ($1, 0, now())',
      [attempt.link.accountId],
    );
    await whileBlocked(attempt.link.accountId, run);
    expect(entries).toEqual([
      {
        ...{ level: 'warn', msg: 'attempt ended early', code: 'internal', next_attempt_in_ms: 2_000 },
        ...{ ...idsOf(attempt), err: expect.objectContaining({ code: 'service_unavailable' }) as unknown },
      },
    ]);
    const { err } = entries[0] as unknown as { err: Error };
    expect(String((err.cause as Error).message)).toMatch(/canceling statement due to (statement|lock) timeout/);
  });

  it('the page is gone: the link fails', async () => {
    const { attempt, run } = await anAttempt();
    interrupt = throwing(new Gone('the page does not exist'));
    await run();
    expect(entries).toEqual([
      {
        level: 'warn',
        msg: 'link failed',
        ...idsOf(attempt),
        code: 'page_not_found',
        detail: expect.any(String) as unknown,
      },
    ]);
  });

  async function anAttempt(): Promise<{ attempt: Attempt; run: () => Promise<void> }> {
    const link = await linkTo(database, SCRIPTED_SOURCE_ID);
    const claim = await claimNow(harness, link);
    const stop = new AbortController();
    entries.length = 0;
    return { attempt: { link, claim, stop }, run: () => harness.collector.run(claim, stop.signal) };
  }

  const idsOf = ({ link, claim }: Attempt) => ({ link_id: link.linkId, run_id: claim.runId, attempt: 1 });
});
