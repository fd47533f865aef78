/**
 * Evidence: a refused list is not reported as an empty list, a throttled optional request discards no reviews, the list has the
 * declared order, and a visit uses one browser context.
 */
import { Blocked, Changed } from '../source-errors';
import type { SandboxBehaviour } from '../sandbox';
import { NEWEST, type ConformanceFixture } from './conformance-fixture';
import { couldDelete } from './observed-visit';

const DAY_MS = 86_400_000;

export function describeEvidence(fixture: ConformanceFixture): void {
  describe('evidence (contract §10)', () => {
    testEmptiness(fixture);
    testOptionalRequests(fixture);
    testOrder(fixture);
    testContexts(fixture);
  });
}

function testEmptiness(fixture: ConformanceFixture): void {
  const behaviours: readonly SandboxBehaviour[] = ['empty', 'refused'];

  it.each(behaviours)('does not accept the end of a list that is %s if reviews are stored', async (behaviour) => {
    fixture.addReviews(5);
    fixture.hasStoredReviews = true;
    fixture.sandbox.behave(fixture.slug, fixture.options.key, behaviour);
    const visit = await fixture.visit();
    expect(visit).toMatchObject({ reviews: [], end: null });
    expect([Blocked, Changed].some((type) => visit.error instanceof type) ? 'reported' : visit.error).toBe('reported');
  });

  it.each(behaviours)(
    'does not accept the end of a list that is %s if the platform returns a count of reviews',
    async (behaviour) => {
      fixture.addReviews(5);
      fixture.sandbox.behave(fixture.slug, fixture.options.key, behaviour);
      const visit = await fixture.visit();
      expect(couldDelete(visit)).toBe(false);
      // A declared site may show a rating on a page without reviews.
      if (fixture.source.facts.idStability === 'weak' || fixture.options.lacks?.includes('count') === true) return;
      expect([Blocked, Changed].some((type) => visit.error instanceof type) ? 'reported' : visit.error).toBe(
        'reported',
      );
    },
  );
}

function testOptionalRequests(fixture: ConformanceFixture): void {
  it('returns all reviews if optional requests are throttled', async () => {
    fixture.addReviews(fixture.multiPageCount);
    fixture.sandbox.behave(fixture.slug, fixture.options.key, 'side_throttled');
    const visit = await fixture.visit();
    expect(visit.error).toBeNull();
    expect(visit.reviews).toHaveLength(fixture.multiPageCount);
    expect([null, 'Orchard & Quill']).toContain(visit.object.name);
  });
}

function testOrder(fixture: ConformanceFixture): void {
  it('returns reviews in the declared order, also after an old review was edited', async () => {
    if (fixture.road.order !== 'newest_first') return;
    fixture.addReviews(fixture.multiPageCount);
    const old = fixture.sandbox.listing(fixture.slug, fixture.options.key).reviews.at(-2);
    if (old === undefined) throw new Error('the sandbox lost a review');
    const change = { text: 'Another text now.', updatedAt: new Date(NEWEST.getTime() + DAY_MS) };
    fixture.sandbox.edit(fixture.slug, fixture.options.key, old.id, change);
    const { reviews, error } = await fixture.visit();
    expect(error).toBeNull();
    const times = reviews.map(({ listedAt, reviewDate }) => listedAt ?? reviewDate ?? 'undated');
    expect(times).toEqual([...times].sort().reverse());
  });
}

function testContexts(fixture: ConformanceFixture): void {
  it('opens all pages of a visit in one browser context', async () => {
    fixture.addReviews(fixture.multiPageCount);
    const visit = await fixture.visit();
    expect(visit.error).toBeNull();
    expect(fixture.contextCount).toBe(fixture.road.reading === 'browser' ? 1 : 0);
  });
}
