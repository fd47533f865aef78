/** Visits that are not finished: the caller has seen enough, or the run was told to stop. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ConformanceBench } from './conformance-bench';

export function describeStopping(bench: ConformanceBench): void {
  describe('stopping (decisions §5)', () => {
    askLeaving(bench);
    askAborting(bench);
  });
}

function askLeaving(bench: ConformanceBench): void {
  const { source, options } = bench;
  const timeout = bench.options.timeoutMs ?? 20_000;

  it(
    'asks for nothing more once the caller leaves the loop',
    async () => {
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
    },
    timeout,
  );
}

function askAborting(bench: ConformanceBench): void {
  const timeout = bench.options.timeoutMs ?? 20_000;

  it(
    'an abort before the visit lets nothing out',
    async () => {
      bench.fill(3);
      const visit = await bench.visit(undefined, AbortSignal.abort());
      expect(visit.end).toBeNull();
      expect(visit.error).not.toBeNull();
      expect(bench.sandbox.requests).toHaveLength(0);
    },
    timeout,
  );

  it(
    'an abort between pages ends the visit without a proven end',
    async () => {
      bench.fill(bench.many);
      const stop = new AbortController();
      let asked = 0;
      const visit = await bench.visit(() => {
        asked = bench.sandbox.requests.length;
        stop.abort();
      }, stop.signal);
      expect(visit).toMatchObject({ end: null, pages: 1 });
      expect(bench.sandbox.requests).toHaveLength(asked);
    },
    timeout,
  );

  it(
    'an abort in the middle of an answer is obeyed at once',
    async () => {
      bench.fill(3);
      bench.sandbox.slowDown(5_000);
      const stop = new AbortController();
      const started = Date.now();
      const running = bench.visit(undefined, stop.signal);
      while (bench.sandbox.requests.length === 0 && Date.now() - started < timeout / 2) await pause(10);
      const abortedAt = Date.now();
      stop.abort();
      const visit = await running;
      expect(visit.end).toBeNull();
      expect(Date.now() - abortedAt).toBeLessThan(3_000);
    },
    timeout,
  );
}
