import type { Database } from '@libs/database';
import { collectedReviews } from '@test/support/collected-review';
import { linkTo, makeDue, SCRIPTED_SOURCE_ID } from '@test/support/collection-harness';
import { recordedSpans, recordSpans, type RecordedSpan } from '@test/support/recorded-spans';
import { PAGE_URL, VisitedPage } from '@test/support/visited-page';

const traceOf = (number: number): string => String(number).repeat(32);
const traceparentOf = (number: number): string => `00-${traceOf(number)}-${String(number).repeat(16)}-01`;

describe('the traces of links of several accounts that share a visit', () => {
  recordSpans();
  let page: VisitedPage;
  let database: Database;

  beforeAll(async () => {
    page = await VisitedPage.start();
    database = page.database;
  });
  beforeEach(() => page.reset([{ reviews: collectedReviews(3) }]));
  afterAll(() => page?.close());

  const visits = (): readonly RecordedSpan[] => recordedSpans().filter(({ name }) => name === 'visit scripted');

  it('are apart: each has the visit, the reviews and the events of its own run', async () => {
    const links = await page.threeLinks();
    for (const [place, { linkId }] of links.entries())
      await database.query('update link_collection set traceparent = $2 where link_id = $1', [
        linkId,
        traceparentOf(place + 1),
      ]);
    await page.runAll();
    expect(page.visits).toEqual([PAGE_URL]);

    const events = await database.query<{ accountId: number; traceparent: string }>(
      'select distinct account_id as "accountId", traceparent from outbox order by 1',
    );
    expect(events.map(({ accountId, traceparent }) => [accountId, traceparent.slice(3, 35)])).toEqual(
      links.map(({ accountId }, place) => [accountId, traceOf(place + 1)]),
    );
    expect(
      visits()
        .map(({ traceId }) => traceId)
        .sort(),
    ).toEqual([1, 2, 3].map(traceOf));
    for (const visit of visits()) {
      const ofTrace = recordedSpans().filter(({ traceId }) => traceId === visit.traceId);
      expect(ofTrace.filter(({ name }) => name === 'store slice')).toMatchObject([{ parentId: visit.spanId }]);
      expect(ofTrace.filter(({ name }) => name === 'write outbox')).toMatchObject([{ parentId: visit.spanId }]);
      expect(visit.attributes).toMatchObject({ 'hrev.source': 'scripted', 'messaging.operation.type': 'process' });
    }
    const leader = visits().find(({ links: linked }) => linked.length === 0);
    const others = visits().filter((visit) => visit.spanId !== leader?.spanId);
    expect(others.map(({ links: linked }) => linked)).toEqual([[leader?.spanId], [leader?.spanId]]);
  });

  it('forget what made a link due once it is planned', async () => {
    const [link] = await page.threeLinks();
    await database.query('update link_collection set traceparent = $1', [traceparentOf(7)]);
    await page.runAll();
    expect(await database.query('select traceparent from link_collection where traceparent is not null')).toEqual([]);
    await makeDue(database, link.linkId);
    await page.runAll();
    const last = visits().at(-1);
    expect(last?.attributes['hrev.link.id']).toBe(link.linkId);
    expect(last?.traceId).not.toBe(traceOf(7));
  });

  it('have an error each if the visit fails, and all of them end', async () => {
    await page.threeLinks();
    page.beforePage = () => {
      throw new Error('the text of a review');
    };
    await page.runAll();
    expect(visits().length).toBeGreaterThanOrEqual(3);
    expect(new Set(visits().map(({ error }) => error))).toEqual(new Set(['Error']));
    expect(JSON.stringify(recordedSpans())).not.toContain('the text of a review');
  });

  it('begin with the plan of their run, which is linked to the requests that made several links of an account due', async () => {
    const [first] = await page.threeLinks();
    const { accountId } = first;
    await database.query('update link_collection set next_run_at = null where link_id <> $1', [first.linkId]);
    const second = await linkTo(database, SCRIPTED_SOURCE_ID, { accountId, url: `${PAGE_URL}/2` });
    for (const [place, { linkId }] of [first, second].entries())
      await database.query('update link_collection set traceparent = $2 where link_id = $1', [
        linkId,
        traceparentOf(place + 1),
      ]);
    await page.runAll();
    const [run, ...others] = recordedSpans().filter(({ name }) => name === 'plan run');
    expect(others).toEqual([]);
    expect(run).toMatchObject({ kind: 'producer', parentId: undefined, links: ['1'.repeat(16), '2'.repeat(16)] });
    expect(run?.attributes).toMatchObject({ 'messaging.batch.message_count': 2, 'hrev.run.cause': 'first' });
    expect(visits().map(({ parentId }) => parentId)).toEqual([run?.spanId, run?.spanId]);
  });
});
