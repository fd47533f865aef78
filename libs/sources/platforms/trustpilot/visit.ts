/**
 * One visit to a business's page: newest first, 20 reviews a page, all languages.
 *
 * Anonymous visitors see pages 1-10; page 11 redirects to the login wall. So a list of up to ten pages is read to its
 * end (`all`), of a longer one the newest 200 reviews (`window`): what is older is unknown, not gone.
 */
import { orDeadEnd } from '../../challenge-page';
import type { SnapshotPage, VisitEnd, VisitTools } from '../../source';
import { Changed, Gone } from '../../source-errors';
import { unseenReviews } from '../../unseen-reviews';
import { businessOf } from './match';
import { readPage, type BusinessPage } from './page-state';
import { readBusiness, readReviews } from './parse';

const VISIBLE_PAGES = 10;
const STATE = '#__NEXT_DATA__';
const STATE_WITHIN_MS = 10_000;

export async function* visit(canonicalUrl: string, tools: VisitTools): AsyncGenerator<SnapshotPage, VisitEnd, void> {
  const seen = new Set<string>();
  for (let number = 1; ; number += 1) {
    const page = await openPage(canonicalUrl, number, tools);
    const { totalPages } = page.filters.pagination;
    if (page.reviews.length === 0 && number < totalPages) throw new Changed(`Page ${number} of ${totalPages} is empty`);
    yield { reviews: unseenReviews(readReviews(page), seen), object: readBusiness(page) };
    if (number >= totalPages) return { coverage: 'all' };
    if (number === VISIBLE_PAGES) return { coverage: 'window' };
  }
}

async function openPage(canonicalUrl: string, number: number, tools: VisitTools): Promise<BusinessPage> {
  const url = new URL(canonicalUrl);
  url.search = `?languages=all&sort=recency&page=${number}`;
  const page = readPage(
    await tools.browser.render(url.href, { waitFor: orDeadEnd(STATE), waitForMs: STATE_WITHIN_MS }),
  );
  refuseAnother(page, businessOf(canonicalUrl), number);
  return page;
}

/** The page must be the one that was asked for: in another list or order, reviews would seem gone that are not. */
function refuseAnother({ businessUnit, filters }: BusinessPage, business: string, number: number): void {
  if (plainName(businessUnit.identifyingName) !== plainName(business)) {
    throw new Gone('The address now leads to another business');
  }
  if (filters.pagination.currentPage !== number) {
    throw new Changed(`Trustpilot shows page ${filters.pagination.currentPage} instead of page ${number}`);
  }
  const { sort, languages } = filters.selected;
  if (sort !== 'recency' || languages !== 'all')
    throw new Changed('Trustpilot no longer sorts by date in all languages');
}

/** With and without `www.` are one business to Trustpilot: it redirects from one to the other. */
const plainName = (name: string): string => name.toLowerCase().replace(/^www\./, '');
