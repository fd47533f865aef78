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

describe('the next page of a visit', () => {
  it('is what the visit yields, then its end', async () => {
    const visit = pages(1);
    expect(await nextOf(visit, [never()])).toEqual({ done: false, value: { text: 'page 0' } });
    expect(await nextOf(visit, [never()])).toEqual({ done: true, value: 'end' });
  });

  it('is not awaited once the visit is interrupted', async () => {
    async function* deaf(): AsyncGenerator<string, void, void> {
      yield await never();
    }
    await expect(nextOf(deaf(), [never(), Promise.reject(new Error('interrupted'))])).rejects.toThrow('interrupted');
  });

  it('is not kept in memory by promises that could have interrupted the visit', async () => {
    const [visit, end] = [pages(5), never()];
    const read: WeakRef<object>[] = [];
    for (let step = await nextOf(visit, [end]); !step.done; step = await nextOf(visit, [end]))
      read.push(new WeakRef(step.value));
    await nextTurn();
    collectGarbage();
    expect(read.filter((page) => page.deref() !== undefined)).toHaveLength(0);
    expect(end).toBeInstanceOf(Promise);
  });
});
