import { ReviewsCsvService } from '@src/console/inbox/reviews-csv.service';
import { aMember, type Browser } from '@test/support/console-person';
import { insertReviews } from '@test/support/review-factory';
import { aLink, type LinkFixture } from '@test/support/store-fixture';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';

describe('the reviews of the feed as CSV', () => {
  let app: TestApp;
  let account: TestAccount;
  let viewer: Browser;
  let link: LinkFixture;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    account = await app.anAccount({ plan: 'full' });
    ({ browser: viewer } = await aMember(app, account.accountId, 'viewer'));
    link = await aLink(app.database, { accountId: account.accountId });
    await app.database.query(`update tracked_object set name = '@Harbor, Porto' where id = $1`, [link.objectId]);
  });
  afterAll(() => app?.close());

  const csv = (query = '') => viewer.send('GET', `/console/api/reviews.csv?account_id=${account.accountId}${query}`);

  it('has the rows of the list in its order, under the same filters', async () => {
    await insertReviews(app.database, [
      ...Array.from({ length: 1200 }, (_, n) => ({
        ...link,
        rating: 1 + (n % 5),
        text: `Review ${n}`,
        reviewDate: `2026-0${1 + (n % 9)}-1${n % 10}T10:00:00`,
      })),
      {
        ...link,
        rating: 5,
        text: '=HYPERLINK("x")\r\n"quoted"',
        author: 'Тимур',
        images: [{ url: 'https://a.example' }],
      },
    ]);
    const answer = await csv('&min_rating=5&sort_order=asc');
    expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
      'no-store',
    ]);
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="reviews-\d{4}-\d\d-\d\d\.csv"$/);
    const [head, ...rows] = answer.text.split(/\r\n(?=\d|$)/);
    expect(head?.startsWith('\uFEFFid,object_id,object_name,')).toBe(true);
    expect(rows.pop()).toBe('');
    const listed = await viewer.v3('GET', 'reviews?min_rating=5&sort_order=asc&limit=1000', account.accountId);
    const ids = (listed.body as { data: readonly { id: number }[] }).data.map(({ id }) => String(id));
    expect(rows.map((row) => row.split(',')[0])).toEqual(ids);
    const hostile = rows.find((row) => row.includes('HYPERLINK'));
    expect(hostile).toContain(`"'=HYPERLINK(""x"")\r\n""quoted"""`);
    expect(hostile).toContain(`"'@Harbor, Porto"`);
  });

  it('refuses as the list does', async () => {
    const codes = await Promise.all(
      ['&min_rating=4&max_rating=2', '&object_id=999999', '&folder_id=999999', '&object_id=1&folder_id=1'].map(
        async (query) => ((await csv(query)).body as { code: string }).code,
      ),
    );
    expect(codes).toEqual(['validation_error', 'not_found', 'folder_not_found', 'object_and_folder_conflict']);
    expect((await viewer.send('GET', '/console/api/reviews.csv')).status).toBe(400);
    const { accountId: foreign } = await app.anAccount();
    expect((await viewer.send('GET', `/console/api/reviews.csv?account_id=${foreign}`)).status).toBe(404);
  });

  it('has only the head without reviews', async () => {
    expect((await csv('&search=nothing-has-this')).text.split('\r\n')).toHaveLength(2);
  });

  it('says in its last line what a cut left out', async () => {
    const listed = await viewer.v3('GET', 'reviews?limit=3', account.accountId);
    const ids = (listed.body as { data: readonly { id: number }[] }).data.map(({ id }) => id);
    const exports = app.app.get(ReviewsCsvService, { strict: false });
    let text = '';
    for await (const part of exports.lines(account.accountId, { ids, total: 250_000 })) text += part;
    const lines = text.split('\r\n');
    expect(lines.slice(1, 4).map((line) => Number(line.split(',')[0]))).toEqual(ids);
    expect(lines.slice(4)).toEqual([
      'Cut: the first 3 of 250000 reviews. Choose a narrower date and export again.',
      '',
    ]);
  });
});
