/** Unfinished visits: the caller leaves the loop, or the signal is aborted. */
import { setTimeout as pause } from 'node:timers/promises';
import { visitStopped } from '../response-status';
import type { ConformanceFixture } from './conformance-fixture';

/** Longer than any timeout of a visit, so only the abort can end the visit. */
const ENDLESS_MS = 600_000;

export function describeStopping(fixture: ConformanceFixture): void {
  describe('stopping (contract §10)', () => {
    testLeaving(fixture);
    testAborting(fixture);
  });
}

function testLeaving(fixture: ConformanceFixture): void {
  it('sends no request after the caller leaves the loop', async () => {
    fixture.addReviews(fixture.multiPageCount);
    let requestCount = 0;
    for await (const page of fixture.begin()) {
      expect(page.reviews.length).toBeGreaterThan(0);
      requestCount = fixture.sandbox.requests.length;
      break;
    }
    await pause(150);
    expect(requestCount).toBeGreaterThan(0);
    expect(fixture.sandbox.requests).toHaveLength(requestCount);
  });
}

function testAborting(fixture: ConformanceFixture): void {
  it('sends no request if the signal is aborted before the visit', async () => {
    fixture.addReviews(3);
    const visit = await fixture.visit(undefined, AbortSignal.abort());
    expect(visit.end).toBeNull();
    expect(visit.error).not.toBeNull();
    expect(fixture.sandbox.requests).toHaveLength(0);
  });

  it('returns no end if the visit is aborted between pages', async () => {
    if (fixture.isSinglePage) return;
    fixture.addReviews(fixture.multiPageCount);
    const stop = new AbortController();
    let requestCount = 0;
    const visit = await fixture.visit(() => {
      requestCount = fixture.sandbox.requests.length;
      stop.abort();
    }, stop.signal);
    expect(visit).toMatchObject({ end: null, pages: 1 });
    expect(fixture.sandbox.requests).toHaveLength(requestCount);
  });

  it('ends the visit at once if it is aborted during a response', async () => {
    fixture.addReviews(3);
    fixture.sandbox.slowDown(ENDLESS_MS);
    const stop = new AbortController();
    const running = fixture.visit(undefined, stop.signal);
    let hasEnded = false;
    void running.then(() => (hasEnded = true));
    while (fixture.sandbox.requests.length === 0 && !hasEnded) await pause(10);
    stop.abort();
    const visit = await running;
    expect(visit.end).toBeNull();
    expect(visit.error).toMatchObject({ message: visitStopped().message });
  });
}
