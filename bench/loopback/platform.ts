/**
 * Registers the loopback platform in a process of the product: preloaded (`node --require`) before the product's own program. Its
 * adapters use the tools and parsing threads of the product as those of real platforms do, without limits of pace.
 */
import 'reflect-metadata';
import {
  builtInSources,
  Gone,
  type PlatformSource,
  type SnapshotPage,
  type VisitEnd,
  type VisitTools,
} from '@libs/sources';
import { page as markedPage } from '@libs/sources/platforms/schema-org/parsers';
import { reviewsPage } from '@libs/sources/platforms/steam/parsers';
import { LISTED, pageOf, readPath, RENDERED, type ListAddress } from './addresses';
import { READY } from './rendered-page';

const RATING_SCALE = 5;
const shape = builtInSources[0] as PlatformSource;

function formOf(address: string): ListAddress {
  const form = readPath(new URL(address).pathname);
  if (form === null) throw new Gone('this is not an address of a list');
  return form;
}

async function* visitList(address: string, { http, parse }: VisitTools): AsyncGenerator<SnapshotPage, VisitEnd, void> {
  for (let page = 0; ; page += 1) {
    const { document } = await http.request(pageOf(address, page));
    const { reviews, total, cursor } = await parse(reviewsPage, document, { appId: '1' });
    yield { reviews, object: { name: 'Loopback', reviewCount: total, rating: null, ratingOriginal: null } };
    if (cursor === null) return { coverage: 'all' };
  }
}

async function* visitRendered(
  address: string,
  { browser, parse, now }: VisitTools,
): AsyncGenerator<SnapshotPage, VisitEnd, void> {
  const { pages } = formOf(address);
  const opened = await browser.open(pageOf(address, 0), { waitFor: READY });
  try {
    let { page: rendered } = opened;
    for (let page = 0; page < pages; page += 1) {
      if (page > 0) rendered = await opened.goTo(pageOf(address, page), { waitFor: READY });
      const { html, url: pageUrl, status } = rendered;
      const facts = { pageUrl, ratingScale: RATING_SCALE, now, status, marks: { cloudflare: false, waf: false } };
      const { reviews, object } = await parse(markedPage, html, facts);
      yield { reviews, object };
    }
    return { coverage: 'all' };
  } finally {
    await opened.close();
  }
}

function loopbackSource(
  { id, slug, host }: typeof LISTED | typeof RENDERED,
  road: Pick<NonNullable<PlatformSource['publicRoad']>, 'reading' | 'visit'>,
): PlatformSource {
  return {
    facts: {
      ...shape.facts,
      id,
      slug,
      displayName: slug,
      baseUrl: `https://${host}`,
      hosts: [host],
      ratingScale: RATING_SCALE,
      canPublishReply: false,
      replyMaxLength: null,
      replyLengthUnit: null,
      idStability: road.reading === 'browser' ? 'weak' : 'strong',
      politeness: { concurrency: 200, minDelayMs: 0, dailyRequests: 1_000_000_000 },
      rawPrivacy: { names: ['author_name', 'author'], drop: [] },
    },
    match: (url) => (url.hostname === host ? { kind: 'page', canonicalUrl: url.href } : null),
    publicRoad: { name: 'public', order: 'newest_first', shows: 'all', limit: null, evidence: 'recorded', ...road },
  };
}

(builtInSources as PlatformSource[]).push(
  loopbackSource(LISTED, { reading: 'http', visit: visitList }),
  loopbackSource(RENDERED, { reading: 'browser', visit: visitRendered }),
);
