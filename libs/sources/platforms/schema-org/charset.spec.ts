import { GuardedClient } from '@libs/egress';
import { startHttp, type LocalServer } from '@test/support/egress/local-servers';
import { observeVisit, type ObservedVisit } from '../../conformance/observed-visit';
import { parseInPlace } from '../../conformance/parse-in-place';
import { HttpTools } from '../../http-tools';
import { Changed, Unavailable } from '../../source-errors';
import type { PublicRoad, VisitTools } from '../../source';
import { schemaOrgSource } from './index';

const source = schemaOrgSource({ slug: 'shop', displayName: 'Shop', hosts: ['shop.example'], ratingScale: 5 });
const PAGE = 'https://shop.example/lantern';

/** A page in one of the charsets whose upper half has the letters in the order of the alphabet. */
function pageIn(first: number, meta: string): Buffer {
  const product =
    '{"@type":"Product","name":"Фонарь","review":[{"@type":"Review","author":{"@type":"Person","name":"Ада Ловет"},' +
    '"datePublished":"2026-05-02","reviewBody":"Светит ярко.","reviewRating":{"@type":"Rating","ratingValue":"4"}}]}';
  const text = `<!DOCTYPE html><html lang="ru"><head>${meta}</head><script type="application/ld+json">${product}</script>`;
  const byteOf = (character: string): number =>
    character >= 'А' ? character.charCodeAt(0) - 'А'.charCodeAt(0) + first : character.charCodeAt(0);
  return Buffer.from(Array.from(text, byteOf));
}

const WINDOWS = 0xc0;
const ISO = 0xb0;

describe('a page in an older charset (contract §2.3)', () => {
  let server: LocalServer;
  let body: Buffer;
  beforeAll(async () => {
    server = await startHttp((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(body);
    });
  });
  afterAll(() => server.stop());

  function visit(page: Buffer): Promise<ObservedVisit> {
    body = page;
    const signal = new AbortController().signal;
    const client = new GuardedClient({ exemptOrigins: [server.origin] });
    const permit = (): Promise<void> => Promise.resolve();
    const http = new HttpTools({ client, facts: source.facts, origin: server.origin, permit, signal, version: '1' });
    const noBrowser = (): Promise<never> => Promise.reject(new Unavailable('browser_unavailable', 'no browser'));
    const browser = { render: noBrowser, open: noBrowser };
    const hasStoredReviews = (): Promise<boolean> => Promise.resolve(false);
    const tools: VisitTools = { http, browser, parse: parseInPlace, hasStoredReviews, signal, now: new Date() };
    return observeVisit(() => (source.publicRoad as PublicRoad).visit(PAGE, tools));
  }

  it.each([
    [
      'windows-1251 in http-equiv',
      WINDOWS,
      '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">',
    ],
    ['windows-1251 in a tag', WINDOWS, '<meta charset="windows-1251">'],
    ['ISO 8859-5', ISO, '<meta charset="iso-8859-5">'],
  ])('is read: %s', async (_what, first, meta) => {
    const { reviews, object, error } = await visit(pageIn(first, meta));
    expect([error, object.name]).toEqual([null, 'Фонарь']);
    expect(reviews).toMatchObject([{ author: 'Ада Ловет', text: 'Светит ярко.', rating: 4 }]);
  });

  it.each([
    ['that states another charset', '<meta charset="utf-8">'],
    ['that states none', ''],
  ])('is `parse_error` for a page %s', async (_what, meta) => {
    const { reviews, error } = await visit(pageIn(WINDOWS, meta));
    expect([reviews, error]).toEqual([[], expect.any(Changed)]);
  });
});
