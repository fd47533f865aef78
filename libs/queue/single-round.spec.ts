import { SingleRound } from './single-round';

/** A round whose end is said from outside. */
function aRound() {
  const begun: { readonly signal: AbortSignal; end(): void; fail(error: Error): void }[] = [];
  const round = new SingleRound(
    (signal) => new Promise<void>((end, fail) => void begun.push({ signal, end: () => end(), fail })),
  );
  return { begun, round };
}

describe('work that comes round by the clock', () => {
  it('a call while a round is under way begins no other; one after it does', async () => {
    const { begun, round } = aRound();
    const first = round.run();
    await round.run();
    expect(begun).toHaveLength(1);
    begun[0]?.end();
    await first;
    void round.run();
    expect(begun).toHaveLength(2);
  });

  it('a round that fails is told as it failed, and the next one begins', async () => {
    const { begun, round } = aRound();
    const first = round.run();
    begun[0]?.fail(new Error('away'));
    await expect(first).rejects.toThrow('away');
    void round.run();
    expect(begun).toHaveLength(2);
  });

  it('a stop tells the round under way, waits for it, and no other begins', async () => {
    const { begun, round } = aRound();
    void round.run();
    let isOver = false;
    const stopped = round.stop().then(() => (isOver = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect([begun[0]?.signal.aborted, isOver]).toEqual([true, false]);
    begun[0]?.end();
    await stopped;
    await round.run();
    expect(begun).toHaveLength(1);
  });

  it('a round that fails while it is stopped does not fail the stop', async () => {
    const { begun, round } = aRound();
    const run = round.run();
    const stopped = round.stop();
    begun[0]?.fail(new Error('away'));
    await expect(run).rejects.toThrow('away');
    await expect(stopped).resolves.toBeUndefined();
  });
});
