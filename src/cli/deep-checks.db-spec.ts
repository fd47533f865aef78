import { EncryptionKey, loadConfig } from '@libs/config';
import { ID_LEAP, leapSequences, runDataChecks, type Database } from '@libs/database';
import { BoundSeal } from '@libs/sealing';
import { deepChecks, type DeepTools } from '@src/operations';
import { insertReview } from '@test/support/review-factory';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { overdueChecks } from '../overdue-rows';
import { ALL_SEALED_TABLES } from '../sealed-tables';

/** `hrev doctor --deep` finds each fault that is planted here, and only that one. */
/** PostgreSQL's code for a write in a read-only transaction. */
const READ_ONLY = '25006';
const CONFIG = loadConfig({ HREV_ENCRYPTION_KEY: '5a'.repeat(32) });
const KEY = new EncryptionKey(CONFIG);
/** Sources whose terms allow content to be kept for 30 days, for a day, and not at all. */
const [GOOGLE, YELP, TRIPADVISOR] = [3, 20, 19];

describe('hrev doctor --deep (contract §12.3)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let link: LinkFixture;
  let review: number;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    link = await aLink(database);
    review = await insertReview(database, { ...link, externalId: 'one', rating: 5, text: 'Fine' });
    await database.query(
      `insert into account_change select account_id, max(change_seq), now() from review group by account_id`,
    );
    await database.query(`insert into source (id, slug) values (9, 'other')`);
    // The planted rows have ids below their sequences.
    await leapSequences(database);
    const opener = new BoundSeal(KEY.derive('oauth clients'));
    const { sealed, keyId } = opener.seal('secret', `source_oauth_client ${link.sourceId}`);
    await database.query(
      `insert into source_oauth_client (source_id, client_id, sealed, key_id) values ($1, 'client', $2, $3)`,
      [link.sourceId, sealed, keyId],
    );
  });
  afterAll(() => fixture.close());

  const tools = (): DeepTools => ({
    withDatabase: (work) => work(database),
    key: () => KEY,
    sealedTables: ALL_SEALED_TABLES,
    overdue: () => overdueChecks(CONFIG),
  });

  /** The checks that fail, each with its result. */
  async function failures(): Promise<Record<string, string>> {
    const found: Record<string, string> = {};
    for (const { name, run } of deepChecks(tools()))
      await run().catch((error: Error) => {
        found[name] = error.message;
      });
    return found;
  }

  /** Runs the statements as a restore of single tables does, without triggers and foreign keys. */
  async function plant(...statements: readonly string[]): Promise<void> {
    for (const statement of statements)
      await database.transaction(async () => {
        await database.query('set local session_replication_role = replica');
        await database.query(statement);
      });
  }

  it('finds nothing in sound data', async () => {
    expect(await failures()).toEqual({});
  });

  const faults = (): readonly [check: string, message: RegExp, plant: string, undo: string][] => {
    const { accountId, objectId, linkId, sourceId } = link;
    const deliveries = `insert into webhook_delivery (id, account_id, webhook_id, event_id, event_type, body, next_attempt_at, created_at)
      values (901, ${accountId}, 99, 0, 'reviews.new', '', now() - interval '3 hours', now() - interval '3 hours')`;
    return [
      [
        'references',
        /rows of link without their tracked_object \(account_id, object_id\): 1, such as \{/,
        `insert into link (id, account_id, object_id, source_id, url, deleted_at)
           overriding system value values (900, ${accountId}, 99, ${sourceId}, 'https://a.example/', now())`,
        'delete from link where id = 900',
      ],
      [
        'orphans',
        /links of reviews that do not exist: 1, such as \{"account_id":\d+,"link_id":99\}/,
        `update review set link_id = 99 where id = ${review}`,
        `update review set link_id = ${linkId} where id = ${review}`,
      ],
      [
        'orphans',
        /stored records without a review: 1/,
        `insert into review_raw values (${accountId}, 99, '{}')`,
        'delete from review_raw where review_id = 99',
      ],
      [
        'orphans',
        /links that are never collected, because their schedule is missing: 1/,
        `insert into link (id, account_id, object_id, source_id, url)
           overriding system value values (900, ${accountId}, ${objectId}, 9, 'https://b.example/')`,
        'delete from link where id = 900',
      ],
      [
        'orphans',
        /deliveries that are due for two hours and have no webhook: 1/,
        deliveries,
        'delete from webhook_delivery where id = 901',
      ],
      [
        'orphans',
        /recorded exchanges without a delivery: 1/,
        `insert into webhook_exchange (delivery_id, number, account_id, started_at, request_headers)
           values (99, 1, ${accountId}, now() - interval '3 hours', '{}')`,
        'delete from webhook_exchange where delivery_id = 99',
      ],
      [
        'orphans',
        /unfinished runs without an unfinished link: 1/,
        `insert into run (id, account_id, cause, created_at)
           overriding system value values (900, ${accountId}, 'manual', now() - interval '2 hours')`,
        'delete from run where id = 900',
      ],
      [
        'ids',
        /ids of tracked_object above their sequence: 1, such as \{"newest":\d+,"last_value":\d+\}/,
        `insert into tracked_object (id, account_id, name) overriding system value values (9000000, ${accountId}, 'High')`,
        'delete from tracked_object where id = 9000000',
      ],
      [
        'ids',
        /ids of tracked_object above their sequence: 1, such as \{"newest":\d+,"last_value":\d+\}/,
        `select setval(pg_get_serial_sequence('tracked_object', 'id'), ${objectId}, false)`,
        `select setval(pg_get_serial_sequence('tracked_object', 'id'), ${objectId + ID_LEAP})`,
      ],
      [
        'counters',
        /account \d+: 1 of link_total are wrong/,
        `update link_total set n = n + 1 where link_id = ${linkId}`,
        `update link_total set n = n - 1 where link_id = ${linkId}`,
      ],
      [
        'sync',
        /accounts with reviews beyond their change number, which no sync reads: 1/,
        `update review set change_seq = change_seq + 1000 where id = ${review}`,
        `update review set change_seq = change_seq - 1000 where id = ${review}`,
      ],
      [
        'seals',
        /1 of 1 values of source_oauth_client cannot be opened/,
        `update source_oauth_client set sealed = set_byte(sealed, 30, get_byte(sealed, 30) # 1)`,
        `update source_oauth_client set sealed = set_byte(sealed, 30, get_byte(sealed, 30) # 1)`,
      ],
      ...overdue(accountId, objectId),
      [
        'schema',
        /triggers that are switched off: \d+/,
        'alter table review disable trigger user',
        'alter table review enable trigger user',
      ],
    ];
  };

  /** Rows that are kept for longer than docs/operations/retention.md says, each with the text of its finding. */
  const overdue = (accountId: number, objectId: number): ReturnType<typeof faults> => {
    const record = (sourceId: number, age: string): [string, string] => [
      `insert into review_raw values (${accountId}, ${review}, '{}', ${sourceId}, now() - interval '${age}')`,
      'delete from review_raw',
    ];
    const delivery = (columns: string, values: string): [string, string] => [
      `insert into webhook_delivery (id, account_id, webhook_id, event_id, event_type, body, state, ${columns})
         values (902, ${accountId}, 99, 0, 'reviews.new', '', 'success', ${values})`,
      'delete from webhook_delivery where id = 902',
    ];
    const old = (days: number): string => `now() - interval '${days} days 1 minute'`;
    const rows: readonly [faults: string, plant: string, undo: string][] = [
      ['stored records that are older than the terms of their source allow', ...record(GOOGLE, '30 days 1 minute')],
      ['stored records that are older than the terms of their source allow', ...record(YELP, '24 hours 1 minute')],
      ['stored records that are older than the terms of their source allow', ...record(TRIPADVISOR, '61 minutes')],
      [
        'bodies of deliveries that are older than the terms of a platform allow',
        ...delivery('settled_at, body_until', `now(), now() - interval '121 minutes'`),
      ],
      [
        'deliveries whose body has no limit yet',
        ...delivery('settled_at, created_at', `now(), now() - interval '25 hours'`),
      ],
      ['settled deliveries older than 30 d', ...delivery('settled_at', old(31))],
      [
        'links that were deleted more than 31 days ago',
        `insert into link (id, account_id, object_id, source_id, url, deleted_at)
           overriding system value values (900, ${accountId}, ${objectId}, 9, 'https://b.example/', ${old(31)})`,
        'delete from link where id = 900',
      ],
      [
        'objects that were deleted more than 31 days ago',
        `insert into tracked_object (id, account_id, name, created_at, deleted_at)
           overriding system value values (900, ${accountId}, 'Gone', ${old(31)}, ${old(31)})`,
        'delete from tracked_object where id = 900',
      ],
      [
        'closed accounts older than 30 d',
        `insert into account (id, name, plan, closed_at) overriding system value values (900, 'Gone', 'full', ${old(31)})`,
        'delete from account where id = 900',
      ],
      [
        'ended runs older than 90 d',
        `insert into run (id, account_id, cause, finished_at) overriding system value values (900, ${accountId}, 'manual', ${old(91)})`,
        'delete from run where id = 900',
      ],
      [
        'relayed events older than 30 d',
        `insert into outbox (account_id, event, payload, relayed_at) values (${accountId}, 'old', '{}', ${old(31)})`,
        'delete from outbox',
      ],
      [
        'responses for Idempotency-Key older than 1 d',
        `insert into idempotent_response (account_id, key, fingerprint, status, body, created_at)
           values (${accountId}, 'k', '', 201, '', ${old(2)})`,
        'delete from idempotent_response',
      ],
      [
        'logged requests older than 7 d',
        `insert into request_log (account_id, at, request_id, key_id, method, route, path, status, ms, is_body_cut)
           values (${accountId}, ${old(8)}, 'r', 1, 'GET', '/', '/', 200, 1, false)`,
        'delete from request_log',
      ],
      [
        'ended mails older than 30 d',
        `insert into outgoing_mail (account_id, recipient, subject, body, status, ended_at)
           values (${accountId}, 'a@b.example', 's', 'b', 'sent', ${old(31)})`,
        'delete from outgoing_mail',
      ],
      [
        'exports older than 1 d',
        `insert into review_export (account_id, format, state, due_at, created_at, request)
           values (${accountId}, 'csv', 'finished', null, ${old(2)}, '{}')`,
        'delete from review_export',
      ],
      [
        'samples older than 90 d',
        `insert into source_sample (source_id, road, parser, message, document, bytes, taken_at)
           values (9, 'public', 'p', 'm', 'd', 1, ${old(91)})`,
        'delete from source_sample',
      ],
      [
        'entries of the audit trail older than 400 d',
        `insert into audit_entry (at, account_id, actor, action, target_type) values (${old(401)}, ${accountId}, 'cli', 'key.issued', 'key')`,
        'delete from audit_entry',
      ],
    ];
    return rows.map(([text, plant, undo]) => ['retention', new RegExp(`^${text}: 1, such as`), plant, undo]);
  };

  it.each(Array.from({ length: 29 }, (_, index) => index))(
    'finds the planted fault %i, and only that one',
    async (index) => {
      const [check, message, fault, undo] = faults()[index] as ReturnType<typeof faults>[number];
      await plant(fault);
      const found = await failures();
      await plant(undo);
      // A review that moves also leaves its counters.
      const others = Object.keys(found).filter(
        (name) => name !== check && !(fault.includes('link_id = 99') && name === 'counters'),
      );
      expect([check, found[check], others]).toEqual([check, expect.stringMatching(message), []]);
      expect(await failures()).toEqual({});
    },
  );

  it('warns of reviews that no pass has confirmed within the limit of their source, and does not fail', async () => {
    const check = deepChecks(tools()).find(({ name }) => name === 'confirmed');
    expect(await check?.run()).toBe('passes have confirmed the reviews of platforms with a limit');
    const google = await aLink(database, { accountId: link.accountId, sourceId: GOOGLE });
    const id = await insertReview(database, { ...google, externalId: 'g', rating: 5, text: 'Fine' });
    await database.query('update account_change set change_seq = 2 where account_id = $1', [link.accountId]);
    await plant(`update review set change_seq = 2, seen_at = now() - interval '30 days 1 minute' where id = ${id}`);
    expect(await check?.run()).toMatchObject({
      warning: { text: expect.stringMatching(/reviews that no pass has confirmed .*: 1, such as/) as string },
    });
    await plant(
      `update link_collection set seen_floors = '{-infinity}', seen_ats = array[now()] where link_id = ${google.linkId}`,
    );
    expect(await check?.run()).toBe('passes have confirmed the reviews of platforms with a limit');
    await plant(`insert into review_raw values (${link.accountId}, ${id}, '{}')`);
    expect(await failures()).toEqual({
      retention: expect.stringMatching(
        /^stored records of a source with a limit that do not state when they were read: 1/,
      ) as string,
    });
    await plant('delete from review_raw');
  });

  it('changes nothing, and a check that takes too long counts as failed', async () => {
    const [result] = await runDataChecks(database, [{ faults: 'slow', sql: 'select pg_sleep(5)' }], {
      limitMs: 50,
      totalMs: 1_000,
    });
    expect(result).toEqual({ faults: 'slow', count: null, example: null });
    const writing = [{ faults: 'written', sql: `select nextval(pg_get_serial_sequence('account', 'id'))` }];
    await expect(runDataChecks(database, writing, { limitMs: 1_000, totalMs: 1_000 })).rejects.toMatchObject({
      cause: { code: READ_ONLY },
    });
  });
});
