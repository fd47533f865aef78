import { Logger } from '@nestjs/common';
import type { PlatformSource } from '@libs/sources';
import { recordedWakeups } from '@test/support/noted-wakeups';
import { accountsOn, noticesOn } from '@test/support/notices-on';
import { collectionHarness, scriptedPlatform, type CollectionHarness } from '@test/support/collection-harness';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { SourceControlStore } from '@src/collection';
import { MailingService } from '@src/notices';
import { MailStore } from '@src/notices/persistence/mail.store';
import { OperatorMail } from './operator-mail.service';
import { OperatorNotices } from './operator-notices.service';
import { AlarmStore } from './persistence/alarm.store';
import { RoadEndWatch } from './road-end-watch.service';

/** The scripted platform, which ends its road on a day. */
function endingPlatform(endsAt: string): PlatformSource {
  const platform = scriptedPlatform(async function* () {
    yield { reviews: [] };
    return await Promise.resolve({ coverage: 'all' as const });
  });
  if (platform.publicRoad === undefined) throw new Error('the scripted platform has no public road');
  return { ...platform, publicRoad: { ...platform.publicRoad, endsAt } };
}

describe('the end of a road, as reported to the operator', () => {
  let fixture: StoreFixture;
  let harness: CollectionHarness;
  let watch: RoadEndWatch;

  beforeAll(async () => {
    fixture = await storeFixture();
    const { database } = fixture;
    harness = await collectionHarness(database, {
      platforms: [endingPlatform('2027-01-21')],
      environment: {
        HREV_SMTP_URL: 'smtp://127.0.0.1:1',
        HREV_MAIL_FROM: 'hrev@example.com',
        HREV_OPERATOR_MAIL: 'operator@example.com',
      },
    });
    const { config, catalogue } = harness;
    const alarms = new AlarmStore(database);
    const mailing = new MailingService(database, new MailStore(database), recordedWakeups().wakeups, config);
    const notices = noticesOn(database, accountsOn(database, config), config, recordedWakeups().wakeups);
    const tellers = new OperatorNotices(alarms, new OperatorMail(config, alarms, mailing), notices);
    watch = new RoadEndWatch(database, new SourceControlStore(database), catalogue, tellers);
    await database.query(`insert into account (name, plan) values ('Operator', 'full')`);
  });
  beforeEach(async () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    await fixture.database.query('delete from source_event');
    await fixture.database.query('delete from outgoing_mail');
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    await harness?.close();
    await fixture?.close();
  });

  const reported = async (...days: readonly string[]): Promise<readonly object[]> => {
    for (const day of days) await watch.run(new Date(`${day}T12:00:00Z`));
    return fixture.database.query('select kind, facts from source_event order by id');
  };
  const mails = (): Promise<readonly { subject: string; body: string }[]> =>
    fixture.database.query('select subject, body from outgoing_mail order by id');

  it('is reported once, 60 days before, by a mail and an event of the source', async () => {
    expect(await reported('2026-11-20')).toEqual([]);
    const events = await reported('2026-11-22', '2026-11-23', '2027-01-20');
    expect(events).toEqual([{ kind: 'road_ends', facts: { road: 'public', ends_at: '2027-01-21T00:00:00' } }]);
    const sent = await mails();
    expect(sent.map(({ subject }) => subject)).toEqual(['Scripted: a way to read its reviews ends on 2027-01-21']);
    expect(sent[0]?.body).toContain('Scripted (public) ends on 2027-01-21, in 60 days');
  });

  it('is not reported after it', async () => {
    expect(await reported('2027-01-21', '2027-06-01')).toEqual([]);
    expect(await mails()).toEqual([]);
  });
});
