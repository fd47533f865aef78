import { recordedSpans, recordSpans } from '@test/support/recorded-spans';
import {
  activeTraceparent,
  failActiveSpan,
  isRecorded,
  markedSpan,
  openSpan,
  spanned,
  spannedPart,
  traceFields,
  untraced,
} from './spans';

const OTHER = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const THIRD = `00-${'c'.repeat(32)}-${'d'.repeat(16)}-01`;
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('spans without an SDK', () => {
  it('runs the work once, and knows no ids', async () => {
    const seen: unknown[] = [];
    const result = await spanned({ name: 'a', causes: [OTHER] }, async () => {
      await tick();
      seen.push(activeTraceparent(), traceFields(), isRecorded());
      return spannedPart({ name: 'part' }, () => Promise.resolve('result'));
    });
    expect([result, seen]).toEqual(['result', [null, undefined, false]]);
    expect(markedSpan({ name: 'a' })).toBeNull();
    expect(untraced(() => 'untraced')).toBe('untraced');
  });

  it('throws what the work throws', async () => {
    await expect(spanned({ name: 'a' }, () => Promise.reject(new Error('why')))).rejects.toThrow('why');
    failActiveSpan(new Error('none is active'));
  });

  it('passes the span of an earlier stage on to the next one', () => {
    expect(markedSpan({ name: 'a', causes: [OTHER] })).toBe(OTHER);
  });
});

describe('spans with an SDK', () => {
  recordSpans();

  it('are children of the active span, also after awaits', async () => {
    await spanned({ name: 'outer', kind: 'server' }, async () => {
      await tick();
      await spanned({ name: 'inner', kind: 'client', attributes: { 'hrev.source': 'steam' } }, tick);
    });
    const [inner, outer] = recordedSpans();
    expect(inner).toMatchObject({
      name: 'inner',
      kind: 'client',
      parentId: outer?.spanId,
      attributes: { 'hrev.source': 'steam' },
    });
    expect(outer).toMatchObject({ name: 'outer', kind: 'server', parentId: undefined, error: null, links: [] });
    expect(inner?.traceId).toBe(outer?.traceId);
  });

  it.each<[what: string, causes: (string | null)[], parent: string | undefined, links: string[]]>([
    ['a single cause is the parent', [OTHER], 'b'.repeat(16), []],
    ['a cause that occurs several times is the parent', [OTHER, null, OTHER], 'b'.repeat(16), []],
    ['several causes are linked', [OTHER, THIRD, OTHER], undefined, ['b'.repeat(16), 'd'.repeat(16)]],
    ['without a cause a trace begins', [null], undefined, []],
    ['an invalid cause is ignored', ['00-xyz', ''], undefined, []],
  ])('%s, whatever is active', async (_, causes, parentId, links) => {
    await spanned({ name: 'active' }, () => spanned({ name: 'caused', causes }, tick));
    const [caused, active] = recordedSpans();
    expect(caused).toMatchObject({ parentId, links });
    expect(caused?.traceId).not.toBe(active?.traceId);
  });

  it('link further spans beside the parent', () => {
    markedSpan({ name: 'a', causes: [OTHER], links: [THIRD, null] });
    expect(recordedSpans()).toMatchObject([{ parentId: 'b'.repeat(16), links: ['d'.repeat(16)] }]);
  });

  it.each<[error: unknown, code: string]>([
    [Object.assign(new Error('text of a review'), { code: 'service_unavailable' }), 'service_unavailable'],
    [Object.assign(new Error('text of a review'), { code: '23505' }), '23505'],
    [Object.assign(new Error('text of a review'), { kind: 'timeout' }), 'timeout'],
    [Object.assign(new Error('text of a review'), { code: 'text of a review' }), 'Error'],
    [new TypeError('text of a review'), 'TypeError'],
    ['text of a review', '_OTHER'],
    [null, '_OTHER'],
  ])('fail with the code of an error, and without its message (%p)', async (error, code) => {
    await expect(spanned({ name: 'a' }, () => Promise.reject(error as Error))).rejects.toBe(error);
    const [span] = recordedSpans();
    expect(span).toMatchObject({ error: code, attributes: { 'error.type': code } });
    expect(JSON.stringify(span)).not.toContain('text of a review');
  });

  it('parts are recorded in recorded work alone', async () => {
    await spannedPart({ name: 'without a stage' }, tick);
    const span = openSpan({ name: 'stage' });
    await span.run(() => spannedPart({ name: 'part' }, tick));
    span.end();
    // Work that a stage leaves behind does not belong to it.
    await span.run(() => spannedPart({ name: 'after the stage' }, tick));
    expect(recordedSpans().map(({ name }) => name)).toEqual(['part', 'stage']);
  });

  it('of concurrent work do not mix', async () => {
    const work = (name: string): Promise<void> =>
      spanned({ name, causes: [] }, async () => {
        for (let n = 0; n < 3; n += 1) {
          await tick();
          await spannedPart({ name: `${name} ${n}` }, tick);
        }
      });
    await Promise.all([work('a'), work('b')]);
    for (const stage of ['a', 'b']) {
      const spans = recordedSpans().filter(({ name }) => name.startsWith(stage));
      expect(spans).toHaveLength(4);
      expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
      expect(new Set(spans.filter(({ name }) => name !== stage).map(({ parentId }) => parentId))).toEqual(
        new Set([spans.at(-1)?.spanId]),
      );
    }
  });

  it('are not begun, and have no ids, in untraced work', async () => {
    await spanned({ name: 'stage' }, () =>
      untraced(async () => {
        await spannedPart({ name: 'part' }, tick);
        expect([activeTraceparent(), traceFields(), isRecorded()]).toEqual([null, undefined, false]);
      }),
    );
    expect(recordedSpans().map(({ name }) => name)).toEqual(['stage']);
  });
});

describe('spans of traces that are not sampled', () => {
  recordSpans({ samples: false });

  it('are not recorded, and keep the decision for later stages', async () => {
    const written = await spanned({ name: 'stage' }, async () => {
      await spannedPart({ name: 'part' }, tick);
      return [activeTraceparent(), markedSpan({ name: 'next' })];
    });
    expect(recordedSpans()).toEqual([]);
    for (const one of written) expect(one).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect(written[1]?.slice(3, 35)).toBe(written[0]?.slice(3, 35));
  });

  it('are recorded if the client samples them', async () => {
    await spanned({ name: 'stage', causes: [OTHER] }, tick);
    expect(recordedSpans()).toHaveLength(1);
  });
});
