/**
 * Visits a business's page: newest first, 20 reviews per page, all languages.
 *
 * Without login, pages 1-10 are visible; page 11 redirects to the login wall. A visit therefore covers `all` of a list of up to
 * ten pages, and a `window` of the newest 200 reviews of a longer list. Older reviews do not count as deleted.
 *
 * All pages are opened in one browser page, because its cookie of the bot check is valid for all of them.
 */
import { orDeadEnd } from '../../challenge-page';
import type { Visit, VisitTools } from '../../source';
import type { ResultOf } from '../../parsing/parser';
import type { OpenPage, RenderedPage } from '../../source-browser';
import { Blocked, Changed, Gone } from '../../source-errors';
import { unseenReviews } from '../../visiting';
import { businessOf } from './match';
import { businessPage } from './parsers';

type BusinessPage = ResultOf<typeof businessPage>;

const VISIBLE_PAGES = 10;
const WAIT = { waitFor: orDeadEnd('#__NEXT_DATA__'), waitForMs: 10_000 };

export async function* visit(canonicalUrl: string, tools: VisitTools): Visit {
  const open = await tools.browser.open(pageUrl(canonicalUrl, 1), WAIT);
  try {
    return yield* readPages(canonicalUrl, open, tools);
  } finally {
    await open.close();
  }
}

async function* readPages(canonicalUrl: string, open: OpenPage, tools: VisitTools): Visit {
  const knownIds = new Set<string>();
  for (let number = 1; ; number += 1) {
    const rendered = number === 1 ? open.page : await open.goTo(pageUrl(canonicalUrl, number), WAIT);
    const page = await readRequestedPage(rendered, canonicalUrl, number, tools);
    const { totalPages } = page.filters.pagination;
    if (page.isEmpty) await verifyEmptyList(page, number, tools);
    yield { reviews: unseenReviews(page.reviews, knownIds), object: page.business };
    if (number >= totalPages) return { coverage: 'all' };
    if (number === VISIBLE_PAGES) return { coverage: 'window' };
  }
}

function pageUrl(canonicalUrl: string, number: number): string {
  const url = new URL(canonicalUrl);
  url.search = `?languages=all&sort=recency&page=${number}`;
  return url.href;
}

/** Parses a page and checks that it is the requested page. In another list or order, existing reviews would count as deleted. */
async function readRequestedPage(
  { html, ...rendered }: RenderedPage,
  canonicalUrl: string,
  number: number,
  { parse }: VisitTools,
): Promise<BusinessPage> {
  const page = await parse(businessPage, html, rendered);
  const { businessUnit, filters } = page;
  if (plainName(businessUnit.identifyingName) !== plainName(businessOf(canonicalUrl))) {
    throw new Gone('The address now shows another business');
  }
  if (filters.pagination.currentPage !== number) {
    throw new Changed(`Trustpilot shows page ${filters.pagination.currentPage} instead of page ${number}`);
  }
  const { sort, languages } = filters.selected;
  if (sort !== 'recency' || languages !== 'all')
    throw new Changed('Trustpilot no longer sorts by date in all languages');
  return page;
}

/**
 * Throws if other data contradicts an empty page. `numberOfReviews` includes hidden reviews, so it contradicts an empty page only
 * if reviews are stored.
 */
async function verifyEmptyList(
  { businessUnit, filters }: BusinessPage,
  number: number,
  { hasStoredReviews }: VisitTools,
): Promise<void> {
  const { totalPages, totalCount } = filters.pagination;
  if (number < totalPages || (number === 1 && totalCount > 0))
    throw new Changed(`Page ${number} of ${totalPages} is empty`);
  if ((businessUnit.numberOfReviews ?? 0) > 0 && (await hasStoredReviews())) {
    throw new Blocked('Trustpilot shows no list of reviews, though the business has some');
  }
}

/** Trustpilot redirects between the names with and without `www.`, which are the same business. */
const plainName = (name: string): string => name.toLowerCase().replace(/^www\./, '');
