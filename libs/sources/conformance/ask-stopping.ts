/** Visits that are not finished: the caller has seen enough, or the run was told to stop. */
import { setTimeout as pause } from 'node:timers/promises';
import { stopped } from '../answer-status';
import type { ConformanceBench } from './conformance-bench';

/** Longer than any limit of a visit: whoever waits for such an answer has not heard the abort. */
const ENDLESS_MS = 600_000;

export function describeStopping(bench: ConformanceBench): void {
  describe('stopping (contract §10)', () => {
    askLeaving(bench);
    askAborting(bench);
  });
}

function askLeaving(bench: ConformanceBench): void {
  const { source, options } = bench;

  it('asks for nothing more once the caller leaves the loop', async () => {
    bench.fill(bench.many);
    let asked = 0;
    for await (const page of source.visit(options.canonicalUrl, { connection: null, ...bench.ways() })) {
      expect(page.reviews.length).toBeGreaterThan(0);
      asked = bench.sandbox.requests.length;
      break;
    }
    await pause(150);
    expect(asked).toBeGreaterThan(0);
    expect(bench.sandbox.requests).toHaveLength(asked);
  });
}

function askAborting(bench: ConformanceBench): void {
  it('an abort before the visit lets nothing out', async () => {
    bench.fill(3);
    const visit = await bench.visit(undefined, AbortSignal.abort());
    expect(visit.end).toBeNull();
    expect(visit.error).not.toBeNull();
    expect(bench.sandbox.requests).toHaveLength(0);
  });

  it('an abort between pages ends the visit without a proven end', async () => {
    bench.fill(bench.many);
    const stop = new AbortController();
    let asked = 0;
    const visit = await bench.visit(() => {
      asked = bench.sandbox.requests.length;
      stop.abort();
    }, stop.signal);
    expect(visit).toMatchObject({ end: null, pages: 1 });
    expect(bench.sandbox.requests).toHaveLength(asked);
  });

  it('an abort in the middle of an answer is obeyed at once', async () => {
    bench.fill(3);
    bench.sandbox.slowDown(ENDLESS_MS);
    const stop = new AbortController();
    const running = bench.visit(undefined, stop.signal);
    let isOver = false;
    void running.then(() => (isOver = true));
    while (bench.sandbox.requests.length === 0 && !isOver) await pause(10);
    stop.abort();
    const visit = await running;
    expect(visit.end).toBeNull();
    expect(visit.error).toMatchObject({ message: stopped().message });
  });
}
