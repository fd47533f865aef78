import type { CollectedReview, PublicRoad } from '@libs/sources';
import { recordedWakeups } from '@test/support/noted-wakeups';
import { accountsOn, noticesOn } from '@test/support/notices-on';
import { aCollectedReview } from '@test/support/collected-review';
import {
  collectionHarness,
  collectOnce,
  linkTo,
  makeDue,
  scriptedPlatform,
  SCRIPTED_SOURCE_ID,
  type CollectionHarness,
} from '@test/support/collection-harness';
import { storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { ClusterMetrics } from '@libs/metrics';
import { AuditTrail } from '@src/audit';
import { AuditStore } from '@src/audit/persistence/audit.store';
import { SourceControlService, SourceControlStore, SourceHealthStore } from '@src/collection';
import { PausedSourcesSchedule } from '@src/collection/jobs/paused-sources.schedule';
import { MailingService } from '@src/notices';
import { MailStore } from '@src/notices/persistence/mail.store';
import { DriftReader } from './drift-reader.service';
import { DriftWatch } from './drift-watch.service';
import { SourceFigures } from './metrics/source-figures.service';
import { OperatorMail } from './operator-mail.service';
import { OperatorNotices } from './operator-notices.service';
import { AlarmStore } from './persistence/alarm.store';
import { SourcesReport } from './sources-report.service';

const REVIEWS = 15;

/** Addresses whose reviews have no text. */
const withoutText = new Set<string>();

const visit: PublicRoad['visit'] = async function* (url) {
  const text = withoutText.has(url) ? null : 'Friendly and quick';
  const reviews: CollectedReview[] = Array.from({ length: REVIEWS }, (_, index) =>
    aCollectedReview({ externalId: `${url} ${index}`, text, raw: {} }),
  );
  yield { reviews };
  return await Promise.resolve({ coverage: 'all' as const });
};

describe('sources on PostgreSQL, as the operator sees them', () => {
  let fixture: StoreFixture;
  let harness: CollectionHarness;
  let watch: DriftWatch;
  let metrics: () => Promise<string>;
  let control: SourceControlService;
  let links: readonly LinkFixture[];
  let operatorId: number;

  beforeAll(async () => {
    fixture = await storeFixture();
    const { database } = fixture;
    harness = await collectionHarness(database, {
      platforms: [scriptedPlatform(visit)],
      environment: {
        HREV_SMTP_URL: 'smtp://127.0.0.1:1',
        HREV_MAIL_FROM: 'hrev@example.com',
        HREV_OPERATOR_MAIL: 'operator@example.com',
      },
    });
    const { config, catalogue } = harness;
    const store = new SourceControlStore(database);
    const alarms = new AlarmStore(database);
    const health = new SourceHealthStore(database);
    const reader = new DriftReader(health, alarms);
    const mailing = new MailingService(database, new MailStore(database), recordedWakeups().wakeups, config);
    const mail = new OperatorMail(config, alarms, mailing);
    const notices = noticesOn(database, accountsOn(database, config), config, recordedWakeups().wakeups);
    const tellers = new OperatorNotices(alarms, mail, notices);
    watch = new DriftWatch(database, reader, alarms, store, catalogue, tellers);
    control = new SourceControlService(
      database,
      catalogue,
      store,
      harness.planner,
      new AuditTrail(new AuditStore(database)),
    );
    metrics = async () => {
      const figures = new ClusterMetrics();
      new SourceFigures(figures, new SourcesReport(catalogue, health, store, control, reader)).onModuleInit();
      await figures.read();
      return figures.text();
    };
    links = [];
    for (let account = 0; account < 3; account += 1) {
      const first = await linkTo(database, SCRIPTED_SOURCE_ID);
      links = [...links, first, await linkTo(database, SCRIPTED_SOURCE_ID, { accountId: first.accountId })];
    }
    const [operator] = await database.query<{ id: number }>(
      `insert into person (name, email, password_hash, is_operator) values ('Ana', 'ana@example.com', '', true) returning id`,
    );
    operatorId = operator?.id ?? 0;
    for (const link of links)
      await database.query(
        `insert into membership (account_id, person_id, role) values ($1, $2, 'viewer') on conflict do nothing`,
        [link.accountId, operatorId],
      );
    for (const link of links) await collectOnce(harness, link);
    // What was read just now becomes what was read a day ago.
    await database.query(
      `update field_hour set hour = hour - interval '1 day', reviews = reviews * 20, filled = filled * 20`,
    );
    await database.query(`update run_link set ended_at = ended_at - interval '1 day'`);
  });
  afterAll(async () => {
    await harness.close();
    await fixture.close();
  });

  const urlOf = async ({ linkId }: LinkFixture): Promise<string> => {
    const [row] = await fixture.database.query<{ url: string }>('select url from link where id = $1', [linkId]);
    return row?.url ?? '';
  };
  const collectAll = async (): Promise<void> => {
    for (const link of links) await collectOnce(harness, link, true);
    await watch.run();
  };
  const alarms = () =>
    fixture.database.query<object>('select field, recovered_at is null as open from source_alarm order by id');
  const mails = () =>
    fixture.database.query<{ recipient: string; subject: string }>(
      'select recipient, subject from outgoing_mail order by id',
    );

  it('counts the visits and the fields of a pass in the hour', async () => {
    expect(await fixture.database.query(`select outcome, visits, on_time from source_hour`)).toEqual([
      { outcome: 'success', visits: links.length, on_time: links.length },
    ]);
    const [text] = await fixture.database.query(`select reviews, filled, links from field_hour where field = 'text'`);
    expect(text).toEqual({
      reviews: links.length * REVIEWS * 20,
      filled: links.length * REVIEWS * 20,
      links: links.length,
    });
  });

  it('raises no alarm for one odd object', async () => {
    withoutText.add(await urlOf(links[0] as LinkFixture));
    await collectAll();
    expect(await alarms()).toEqual([]);
  });

  it('raises no alarm if all objects of one account lack a field', async () => {
    withoutText.add(await urlOf(links[1] as LinkFixture));
    await collectAll();
    expect(await alarms()).toEqual([]);
  });

  it('raises one alarm if the platform no longer sends texts, with a mail, an event and a metric', async () => {
    for (const link of links) withoutText.add(await urlOf(link));
    await collectAll();
    await watch.run();
    expect(await alarms()).toEqual([{ field: 'text', open: true }]);
    expect(await mails()).toMatchObject([
      { recipient: 'operator@example.com', subject: 'Scripted: reviews arrive without text' },
      { recipient: 'ana@example.com', subject: 'Scripted: reviews arrive without text' },
    ]);
    expect(await fixture.database.query('select account_id, person_id, kind, subject, path from notice')).toEqual([
      {
        account_id: links[0]?.accountId,
        person_id: operatorId,
        kind: 'source_drift',
        subject: 'Scripted: reviews arrive without text',
        path: '/operator/sources/scripted',
      },
    ]);
    const text = await metrics();
    expect(text).toContain('hrev_source_drift_alarm{source="scripted",field="text"} 1');
    expect(text).toContain('hrev_source_field_share{source="scripted",field="text"} 0');
    expect(text).toContain('hrev_source_drift_alarm{source="scripted",field="rating"} 0');
    const [event] = await fixture.database.query('select kind, facts from source_event order by id desc');
    expect(event).toMatchObject({ kind: 'drift', facts: { field: 'text', share: 0, usual: 1, accounts: 3 } });
  });

  it('ends the alarm when the texts are back', async () => {
    withoutText.clear();
    await collectAll();
    expect(await alarms()).toEqual([{ field: 'text', open: false }]);
    expect((await mails()).at(-1)?.subject).toBe('Scripted: reviews have text again');
  });

  it('claims and plans no link of a paused source; a trial is claimed; the link is due again after a resume', async () => {
    const { database } = fixture;
    const [waiting, other] = links as [LinkFixture, LinkFixture];
    await database.query('update link_collection set next_run_at = null where link_id <> $1', [waiting.linkId]);
    await harness.planner.collectNow(waiting.accountId, waiting.objectId, { full: false, minGapMs: 0 });
    await control.pause('scripted', 'a test');
    expect(await harness.collector.claim(null)).toBeNull();
    const dropped = new PausedSourcesSchedule(database, new SourceControlStore(database), harness.results);
    expect(await dropped.dropWaiting(new AbortController().signal)).toBe(1);
    expect(await database.query('select from run where finished_at is null')).toEqual([]);
    await makeDue(database, waiting.linkId);
    expect(await harness.planDue()).toBe(0);
    const trial = await control.tryLink('scripted', other.linkId);
    const claim = await harness.collector.claim(null);
    expect(claim?.linkId).toBe(trial.linkId);
    if (claim) await harness.collector.run(claim);
    expect(await harness.collector.claim(null)).toBeNull();
    await control.resume('scripted', 'the test is over');
    expect(await harness.planDue()).toBe(1);
    expect((await harness.collector.claim(null))?.linkId).toBe(waiting.linkId);
  });
});
