import { parseInPlace } from '../conformance/parse-in-place';
import { parser } from '../parsing/parser';
import type { VisitTools } from '../source';
import { Blocked, Changed } from '../source-errors';
import { UnparsedDocumentMemory } from './unparsed-document';

const reading = parser('test/reading', (text) => {
  if (text.startsWith('new')) throw new Changed('unknown form');
  return { length: text.length };
});

const ADDRESS = 'https://platform.example/reviews?key=1';

function visit(): { readonly memory: UnparsedDocumentMemory; readonly tools: Pick<VisitTools, 'http' | 'parse'> } {
  const memory = new UnparsedDocumentMemory();
  const tools = memory.observe({
    http: {
      request: (url: string, request?: { readonly body?: string }) =>
        Promise.resolve({
          ...{ status: 200, url, headers: {} },
          document: { bytes: Buffer.concat([Buffer.from(request?.body ?? 'new')]), contentType: 'text/plain' },
        }),
    },
    browser: { render: () => Promise.reject(new Error('none')), open: () => Promise.reject(new Error('none')) },
    parse: parseInPlace,
    hasStoredReviews: () => Promise.resolve(false),
    now: new Date(0),
    signal: new AbortController().signal,
  });
  return { memory, tools };
}

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe('the memory of a document that could not be parsed', () => {
  it('has the document, its parser and its response', async () => {
    const { memory, tools } = visit();
    const { document } = await tools.http.request(ADDRESS, { body: `new ${'x'.repeat(1_000_000)}` });
    const error = await errorOf(tools.parse(reading, document, {}));
    const unparsed = memory.endedBy(error);
    expect(unparsed).toMatchObject({
      parser: 'test/reading',
      response: { url: ADDRESS, status: 200 },
      size: 1_000_004,
    });
    expect((unparsed?.document as { bytes: Uint8Array }).bytes.byteLength).toBe(256 * 1024);
  });

  it('has the last document if the adapter refused what its parser returned', async () => {
    const { memory, tools } = visit();
    await tools.parse(reading, 'page 2 instead of page 1', {});
    expect(memory.endedBy(new Changed('wrong page'))).toMatchObject({ parser: 'test/reading', response: null });
  });

  it('has nothing for other errors, and after a further request', async () => {
    const { memory, tools } = visit();
    const error = await errorOf(tools.parse(reading, 'new', {}));
    expect([memory.endedBy(new Blocked('captcha')), memory.endedBy(new Changed('another'))]).toEqual([null, null]);
    await tools.http.request(ADDRESS);
    expect(memory.endedBy(error)).toBeNull();
  });
});
