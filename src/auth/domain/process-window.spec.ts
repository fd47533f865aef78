import { ProcessWindow } from './process-window';

describe('the request window of one process (contract §5.4)', () => {
  it.each([
    ['nothing if there is no request', [], 0, { used: 0, freesInMs: 0 }],
    ['requests of the current second', [0, 0, 400], 500, { used: 3, freesInMs: 60_500 }],
    ['each request for at least 60 seconds', [999], 60_998, { used: 1, freesInMs: 2 }],
    ['no request for more than 61 seconds', [0, 999], 61_000, { used: 0, freesInMs: 0 }],
    ['only newer requests after older ones have expired', [0, 30_000, 30_000], 61_500, { used: 2, freesInMs: 29_500 }],
    ['nothing after a long pause', [0, 1_000, 59_000], 10_000_000, { used: 0, freesInMs: 0 }],
  ])('counts %s', (_, times, now, expected) => {
    const window = new ProcessWindow();
    for (const time of times) window.add(time);
    expect({ used: window.used(now), freesInMs: window.freesInMs(now) }).toEqual(expected);
  });

  it('counts at least the requests of the last 60 seconds', () => {
    const window = new ProcessWindow();
    const times: number[] = [];
    for (let now = 0; now < 400_000; now += 137 + (now % 911)) {
      times.push(now);
      window.add(now);
      const exact = times.filter((time) => time > now - 60_000).length;
      expect(window.used(now)).toBeGreaterThanOrEqual(exact);
    }
  });
});
