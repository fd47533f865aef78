import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Visit } from '@libs/sources';
import { nextOf, VisitPages } from './visit-pages';

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
    expect(await nextOf(visit, never())).toEqual({ done: false, value: { text: 'page 0' } });
    expect(await nextOf(visit, never())).toEqual({ done: true, value: 'end' });
  });

  it('rejects when the visit is interrupted while the next page is pending', async () => {
    async function* stalled(): AsyncGenerator<string, void, void> {
      yield await never();
    }
    await expect(nextOf(stalled(), Promise.reject(new Error('interrupted')))).rejects.toThrow('interrupted');
  });

  it('keeps no page reachable from the promises that may interrupt the visit', async () => {
    const [visit, interruption] = [pages(5), never()];
    const pageRefs: WeakRef<object>[] = [];
    for (let step = await nextOf(visit, interruption); !step.done; step = await nextOf(visit, interruption))
      pageRefs.push(new WeakRef(step.value));
    await nextTurn();
    collectGarbage();
    expect(pageRefs.filter((page) => page.deref() !== undefined)).toHaveLength(0);
    expect(interruption).toBeInstanceOf(Promise);
  });
});

describe('VisitPages', () => {
  const read = async (pages: VisitPages, count = Infinity): Promise<number> => {
    let seen = 0;
    for await (const _page of pages) {
      seen += 1;
      if (seen === count) break;
    }
    return seen;
  };

  it('yields the pages, and says how the list ended; a reader that stops ends the visit', async () => {
    let isOpen = true;
    const visit = async function* (): Visit {
      try {
        yield await Promise.resolve({ reviews: [] });
        yield { reviews: [] };
        return { coverage: 'all' };
      } finally {
        isOpen = false;
      }
    };
    const whole = new VisitPages(visit(), new AbortController().signal);
    expect([await read(whole), whole.end]).toEqual([2, { coverage: 'all' }]);
    isOpen = true;
    const part = new VisitPages(visit(), new AbortController().signal);
    expect([await read(part, 1), part.end, isOpen]).toEqual([1, null, false]);
  });

  it('throws the reason of an abort while the next page is pending, and the error of the adapter', async () => {
    const abort = new AbortController();
    const waiting = async function* (): Visit {
      yield { reviews: [] };
      await new Promise((_, reject) =>
        abort.signal.addEventListener('abort', () => reject(new Error('of the adapter'))),
      );
      return { coverage: 'all' };
    };
    const reading = read(new VisitPages(waiting(), abort.signal));
    await nextTurn();
    abort.abort(new Error('the process is stopping'));
    await expect(reading).rejects.toThrow('the process is stopping');
    const failing = async function* (): Visit {
      yield await Promise.reject(new Error('of the adapter'));
      return { coverage: 'all' };
    };
    await expect(read(new VisitPages(failing(), new AbortController().signal))).rejects.toThrow('of the adapter');
  });
});
