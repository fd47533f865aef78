import { builtInSources } from '@libs/sources/platforms';
import { useFakeTimers } from '@test/support/fake-timers';
import { VisitTooLong } from '../domain/failure';
import { limitOf, VisitTime } from './visit-pages';

const MINUTE_MS = 60_000;

describe('the time of a visit', () => {
  beforeEach(() => useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it.each([
    ['http', 30],
    ['both', 30],
    ['browser', 5],
  ] as const)('a visit by %s may take %i minutes', (reading, minutes) => {
    const time = new VisitTime(new AbortController().signal);
    time.begin({ reading });
    jest.advanceTimersByTime(minutes * MINUTE_MS - 1);
    expect(time.signal.aborted).toBe(false);
    jest.advanceTimersByTime(1);
    expect(time.signal.reason).toEqual(new VisitTooLong(`the visit took longer than ${minutes} minutes`));
  });

  it.each(['booking', 'trustpilot'])("%s: the owner's API has more time than the page in a browser", (slug) => {
    const source = builtInSources.find(({ facts }) => facts.slug === slug);
    expect(source?.publicRoad && limitOf(source.publicRoad)).toBe(5);
    expect(source?.ownerRoads?.map(limitOf)).toEqual(source?.ownerRoads?.map(() => 30));
  });

  it('ends with the lease', () => {
    const lease = new AbortController();
    const time = new VisitTime(lease.signal);
    time.begin({ reading: 'http' });
    lease.abort(new Error('the lease is lost'));
    expect(time.signal.reason).toEqual(new Error('the lease is lost'));
  });

  it('has no limit before it begins, and none after its end', () => {
    const time = new VisitTime(new AbortController().signal);
    jest.advanceTimersByTime(60 * MINUTE_MS);
    time.begin({ reading: 'http' });
    time.end();
    jest.advanceTimersByTime(60 * MINUTE_MS);
    expect([time.signal.aborted, jest.getTimerCount()]).toEqual([false, 0]);
  });
});
