/**
 * One visit to a business's page: newest first, 20 reviews a page, all languages.
 *
 * Anonymous visitors see pages 1-10; page 11 redirects to the login wall. So a list of up to ten pages is read to its
 * end (`all`), of a longer one the newest 200 reviews (`window`): what is older is unknown, not gone.
 *
 * All pages are opened one after the other in one page of the browser: the bot check that stands before them leaves a cookie
 * there, and is made once.
 */
import { orDeadEnd } from '../../challenge-page';
import type { SnapshotPage, VisitEnd, VisitTools } from '../../source';
import type { ReadBy } from '../../parsing/parser';
import type { OpenPage, RenderedPage } from '../../source-browser';
import { Blocked, Changed, Gone } from '../../source-errors';
import { unseenReviews } from '../../unseen-reviews';
import { businessOf } from './match';
import { businessPage } from './parsers';

type Visit = AsyncGenerator<SnapshotPage, VisitEnd, void>;
type BusinessPage = ReadBy<typeof businessPage>;

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
  const seen = new Set<string>();
  for (let number = 1; ; number += 1) {
    const rendered = number === 1 ? open.page : await open.goTo(pageUrl(canonicalUrl, number), WAIT);
    const page = await readAsked(rendered, canonicalUrl, number, tools);
    const { totalPages } = page.filters.pagination;
    if (page.isEmpty) await refuseEmptiness(page, number, tools);
    yield { reviews: unseenReviews(page.reviews, seen), object: page.business };
    if (number >= totalPages) return { coverage: 'all' };
    if (number === VISIBLE_PAGES) return { coverage: 'window' };
  }
}

function pageUrl(canonicalUrl: string, number: number): string {
  const url = new URL(canonicalUrl);
  url.search = `?languages=all&sort=recency&page=${number}`;
  return url.href;
}

/** The page must be the one that was asked for: in another list or order, reviews would seem gone that are not. */
async function readAsked(
  { html, ...rendered }: RenderedPage,
  canonicalUrl: string,
  number: number,
  { parse }: VisitTools,
): Promise<BusinessPage> {
  const page = await parse(businessPage, html, rendered);
  const { businessUnit, filters } = page;
  if (plainName(businessUnit.identifyingName) !== plainName(businessOf(canonicalUrl))) {
    throw new Gone('The address now leads to another business');
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
 * An empty page is the truth only in an empty list. `numberOfReviews` counts hidden reviews too, so by itself it contradicts
 * nothing; with reviews that were read before it does.
 */
async function refuseEmptiness(
  { businessUnit, filters }: BusinessPage,
  number: number,
  { holdsReviews }: VisitTools,
): Promise<void> {
  const { totalPages, totalCount } = filters.pagination;
  if (number < totalPages || (number === 1 && totalCount > 0))
    throw new Changed(`Page ${number} of ${totalPages} is empty`);
  if ((businessUnit.numberOfReviews ?? 0) > 0 && (await holdsReviews())) {
    throw new Blocked('Trustpilot shows no list of reviews, though the business has some');
  }
}

/** With and without `www.` are one business to Trustpilot: it redirects from one to the other. */
const plainName = (name: string): string => name.toLowerCase().replace(/^www\./, '');
