import { aMember, type Browser } from '@test/support/console-person';
import { insertReviews } from '@test/support/review-factory';
import { aLink, type LinkFixture } from '@test/support/store-fixture';
import { testApp, type TestApp } from '@test/support/test-app';

/** `GET /console/api/attention`: what waits for a person. The figures are tested beside the service. */
describe('what waits for a person', () => {
  let app: TestApp;
  let link: LinkFixture;
  let foreign: LinkFixture;
  let viewer: Browser;

  beforeAll(async () => {
    app = await testApp();
    const { accountId } = await app.anAccount();
    link = await aLink(app.database, { accountId, sourceId: 1 });
    foreign = await aLink(app.database, { accountId: (await app.anAccount()).accountId, sourceId: 1 });
    await insertReviews(
      app.database,
      [link, foreign].map((of) => ({ ...of, reviewDate: '2026-11-20T10:00:00', rating: 1 })),
    );
    viewer = (await aMember(app, accountId, 'viewer')).browser;
  });
  afterAll(() => app?.close());

  const read = (query = '', headers = { 'x-hrev-account': String(link.accountId) }) =>
    viewer.send('GET', `/console/api/attention${query}`, null, headers);

  it.each(['', '?scope=', 'object'])('with the scope %p has the things and the collection', async (scope) => {
    const query = scope === 'object' ? `?scope=object:${link.objectId}` : scope;
    const { status, body } = await read(query);
    expect([status, body]).toEqual([
      200,
      {
        data: [
          {
            kind: 'unanswered',
            severity: 'warn',
            actor: 'you',
            reason: null,
            frozen: 0,
            source_id: null,
            count: 1,
            since: '2026-11-20T10:00:00',
            until: null,
            object_ids: [link.objectId],
            path: `/reviews?has_reply=false&max_rating=2.99&show_hidden=true&object_id=${link.objectId}`,
          },
        ],
        collection: {
          links: 1,
          up_to_date: 0,
          // A link that was never read.
          completeness: 0,
          last_at: null,
          next_at: expect.any(String) as string,
          day: { read: 0, new: 0, changed: 0, gone: 0 },
        },
      },
    ]);
  });

  it('of another account and of no account are the same 404', async () => {
    const [other, missing] = await Promise.all([
      read(`?scope=object:${foreign.objectId}`),
      read('?scope=object:987654'),
    ]);
    expect([other.status, other.body]).toEqual([404, missing.body]);
  });

  it.each(['account', 'object:0', 'object:1.5', 'object:99999999999999999', 'folder', 'objects:1'])(
    'refuses the scope %p',
    async (scope) => {
      const { status, body } = await read(`?scope=${scope}`);
      expect([status, body]).toMatchObject([422, { code: 'validation_error' }]);
    },
  );

  it('needs a session and an account of the person', async () => {
    const anonymous = await app.agent.get('/console/api/attention');
    expect(anonymous.status).toBe(401);
    expect((await read('', { 'x-hrev-account': String(foreign.accountId) })).status).toBe(404);
  });
});
