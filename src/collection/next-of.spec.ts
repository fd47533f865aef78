import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { nextOf } from './next-of';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const never = (): Promise<never> => new Promise(() => undefined);

async function* pages(count: number): AsyncGenerator<{ readonly text: string }, string, void> {
  for (let page = 0; page < count; page += 1) yield await Promise.resolve({ text: `page ${page}` });
  return 'end';
}

describe('nextOf', () => {
  it('returns each page that the visit yields, then its end', async () => {
    const visit = pages(1);
    expect(await nextOf(visit, [never()])).toEqual({ done: false, value: { text: 'page 0' } });
    expect(await nextOf(visit, [never()])).toEqual({ done: true, value: 'end' });
  });

  it('rejects when the visit is interrupted while the next page is pending', async () => {
    async function* stalled(): AsyncGenerator<string, void, void> {
      yield await never();
    }
    await expect(nextOf(stalled(), [never(), Promise.reject(new Error('interrupted'))])).rejects.toThrow('interrupted');
  });

  it('keeps no page reachable from the promises that may interrupt the visit', async () => {
    const [visit, interruption] = [pages(5), never()];
    const pageRefs: WeakRef<object>[] = [];
    for (let step = await nextOf(visit, [interruption]); !step.done; step = await nextOf(visit, [interruption]))
      pageRefs.push(new WeakRef(step.value));
    await nextTurn();
    collectGarbage();
    expect(pageRefs.filter((page) => page.deref() !== undefined)).toHaveLength(0);
    expect(interruption).toBeInstanceOf(Promise);
  });
});
