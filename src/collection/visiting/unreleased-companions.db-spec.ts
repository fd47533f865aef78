import type { PlatformSource } from '@libs/sources';
import { collectedReviews } from '@test/support/collected-review';
import type { LinkFixture } from '@test/support/store-fixture';
import { VisitedPage } from '@test/support/visited-page';

const REVIEWS = collectedReviews(5);

/** The scripted platform, which also has a road for the connected owner. */
function withOwnerRoad(platform: PlatformSource): PlatformSource {
  return {
    ...platform,
    ownerRoads: [
      {
        ...{ name: 'owner', reading: 'http', order: 'newest_first', shows: 'all', limit: null, evidence: 'documented' },
        ...{ readsPublicList: false, hasOwnIds: false },
        async *visit() {
          await Promise.resolve();
          yield { reviews: REVIEWS };
          return { coverage: 'all' };
        },
      },
    ],
    connecting: {
      hosts: platform.facts.hosts,
      credentialFields: [{ name: 'key', secret: true, description: 'API key', required: true }],
      check: () => Promise.resolve({ card: 'card', name: null }),
    },
  };
}

/** Links that are claimed with another one are released if that one is visited alone (ADR 31). */
describe('companions that cannot be released', () => {
  let page: VisitedPage;

  beforeAll(async () => {
    page = await VisitedPage.start({ HREV_ENCRYPTION_KEY: '7e'.repeat(32) }, withOwnerRoad);
    await page.database.execute(`create function refuse_release() returns trigger language plpgsql as
      $$ begin raise exception 'refused'; end $$`);
    await page.database.execute(`create trigger refuse_releases before update on run_link for each row
      when (old.visit_of is not null and new.visit_of is null) execute function refuse_release()`);
  });
  beforeEach(() => page.reset([{ reviews: REVIEWS }]));
  afterAll(() => page?.close());

  const connect = async (links: readonly LinkFixture[]): Promise<void> => {
    for (const { accountId, objectId } of links)
      await page.harness.connections.add(accountId, objectId, 'scripted', { key: 'open' });
  };
  const disable = (): Promise<unknown> => page.database.query('update link set is_active = false');

  it.each<[string, (links: readonly LinkFixture[]) => Promise<unknown>, string]>([
    ['is read by the road of its owner', connect, 'success'],
    ['is disabled', disable, 'dropped'],
  ])('leave an outcome to the link that leads them and %s', async (_, change, outcome) => {
    const { harness } = page;
    const { collector } = harness;
    const links = await page.links(3);
    await harness.planDue();
    const claim = await collector.claim(null);
    await change(links);
    if (claim !== null) await collector.run(claim);
    const outcomes = await page.outcomesOf(links);
    expect(outcomes.map((one) => [one?.state, one?.outcome]).toSorted()).toEqual([
      ['ended', outcome],
      // They are claimed again when their lease ends.
      ['running', null],
      ['running', null],
    ]);
  });
});
