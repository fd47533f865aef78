/**
 * Visits the reviews of an organization: `/reviews/?page={n}&ranking=by_time`, 50 reviews per page, in one browser page. Every page
 * contains its reviews in its state; the API from which the page loads further reviews while it is scrolled is signed by the
 * page's script, and is not used.
 *
 * - The list ends at its last page (`totalPages`).
 * - 600 reviews are reachable, 12 pages. A longer list is a `window` of the newest 600.
 * - If the platform returns another page than the requested one, it does not page by address. The pages that were read are
 *   then a `window`.
 * - The order is not checked here: the caller checks that dates fall, and evaluates no window whose dates do not.
 */
import { orDeadEnd } from '../../challenge-page';
import type { ResultOf } from '../../parsing/parser';
import type { Visit, VisitEnd, VisitTools } from '../../source';
import type { OpenPage, RenderedPage } from '../../source-browser';
import { Changed, Gone } from '../../source-errors';
import { unseenReviews, verifyEmptyList } from '../../visiting';
import { listAddress, organizationOf } from './match';
import { organizationPage } from './parsers';

type Page = ResultOf<typeof organizationPage>;

const REACHABLE_PAGES = 12;
/** Elements of the captcha of Yandex, which a page never leaves without a person. */
const CAPTCHA = '.CheckboxCaptcha, .AdvancedCaptcha';
const WAIT = { waitFor: `${orDeadEnd('script.state-view')}, ${CAPTCHA}`, waitForMs: 10_000 };

export async function* visit(canonicalUrl: string, tools: VisitTools): Visit {
  const id = organizationOf(new URL(canonicalUrl));
  if (id === null) throw new Gone('This is not the address of an organization');
  const open = await tools.browser.open(pageAddress(id, 1), WAIT);
  try {
    return yield* readPages(id, open, tools);
  } finally {
    await open.close();
  }
}

async function* readPages(id: string, open: OpenPage, tools: VisitTools): Visit {
  const knownIds = new Set<string>();
  for (let number = 1; ; number += 1) {
    const rendered = number === 1 ? open.page : await open.goTo(pageAddress(id, number), WAIT);
    const page = await readPage(id, rendered, tools);
    const { position, reviews, object } = page;
    if (number > 1 && position.page !== number) return { coverage: 'window' };
    if (reviews.shown === 0) await verifyEmptyPage(page, number, tools);
    yield { reviews: unseenReviews(reviews, knownIds), object };
    if (number >= (position.totalPages ?? 1)) return { coverage: endOf(page, knownIds.size) };
    if (number === REACHABLE_PAGES) return { coverage: 'window' };
  }
}

function pageAddress(id: string, number: number): string {
  return `${listAddress(id)}?page=${number}&ranking=by_time`;
}

function readPage(id: string, { html, ...page }: RenderedPage, { parse }: VisitTools): Promise<Page> {
  return parse(organizationPage, html, { page, id });
}

/** A page that does not state the number of pages is the last one only if the counter agrees. */
function endOf({ position, object }: Page, readCount: number): VisitEnd['coverage'] {
  return position.totalPages === null && readCount < (object.reviewCount ?? 0) ? 'unproven' : 'all';
}

/** Throws if other data contradicts an empty page. */
async function verifyEmptyPage({ object, counter }: Page, number: number, tools: VisitTools): Promise<void> {
  if (number > 1) throw new Changed(`Page ${number} of the list is empty`);
  await verifyEmptyList(
    'Yandex Maps shows no list of reviews, though the organization has some',
    { reviewCount: Math.max(object.reviewCount ?? 0, counter) },
    tools,
  );
}
