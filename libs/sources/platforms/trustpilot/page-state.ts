/**
 * Reads the state of a rendered Trustpilot page. Pure. Throws for pages that Trustpilot serves instead of a business's page:
 *
 *   bot check, captcha, login wall, 401/403/451   Blocked
 *   `statusCode` 404, status 404/410              Gone
 *   429, 5xx                                      Throttled, Temporary
 *   anything else without the state               Changed
 */
import { z } from 'zod';
import { challengeOn } from '../../challenge-page';
import { pageError } from '../../response-status';
import { readJson, readShape } from '../../read-shape';
import type { RenderedPage } from '../../source-browser';
import { Blocked, Changed, Gone, type SourceError } from '../../source-errors';

const count = z.number().int().nonnegative();

/** The used part of `props.pageProps`. The page contains further data, including other lists of the same reviews. */
const pageShape = z.object({
  businessUnit: z.object({
    identifyingName: z.string(),
    displayName: z.unknown().optional(),
    trustScore: z.unknown().optional(),
    numberOfReviews: count.nullish(),
  }),
  reviews: z.array(z.unknown()),
  filters: z.object({
    pagination: z.object({ currentPage: count, totalPages: count, totalCount: count }),
    selected: z.object({ languages: z.string().nullish(), sort: z.string().nullish() }),
  }),
});

/** A business's page: its name and numbers, its unparsed reviews, and the position in the list. */
export type BusinessPage = z.infer<typeof pageShape>;

const propsShape = z.looseObject({ statusCode: z.number().nullish() });
const nextDataShape = z.object({ page: z.string().nullish(), props: z.object({ pageProps: propsShape }) });

/** Reads the state of a page. Throws if the page is not a business's page. */
export function readPage(page: RenderedPage): BusinessPage {
  const statusFailure = pageError('Trustpilot', page);
  if (isLoginWall(new URL(page.url).pathname)) throw loginWall();
  // The page of a missing business also has a state, which is checked below.
  if (statusFailure !== null && !(statusFailure instanceof Gone)) throw statusFailure;
  const props = propsOf(page.html, statusFailure);
  const failure = pageError('Trustpilot', { status: props.statusCode ?? 200 }) ?? statusFailure;
  if (failure !== null) throw failure;
  return readShape(pageShape, props, "The page's state");
}

function propsOf(html: string, statusFailure: SourceError | null): z.infer<typeof propsShape> {
  const script = nextData(html);
  if (script === null) throw challengeError(html) ?? statusFailure ?? new Changed('The page has no __NEXT_DATA__');
  const { page: route, props } = readShape(nextDataShape, readJson(script, "The page's state"), "The page's state");
  if (isLoginWall(route ?? '')) throw loginWall();
  return props.pageProps;
}

/** The text of `<script id="__NEXT_DATA__">`. Uses `indexOf`, because documents are large and may be hostile. */
function nextData(html: string): string | null {
  const mark = html.indexOf('id="__NEXT_DATA__"');
  if (mark < 0) return null;
  const start = html.indexOf('>', mark);
  if (start < 0) return null;
  const end = html.indexOf('</script', start);
  return html.slice(start + 1, end < 0 ? undefined : end);
}

const isLoginWall = (path: string): boolean => path.startsWith('/users/connect');
const loginWall = (): Blocked => new Blocked('Trustpilot shows its login wall instead of the page');

function challengeError(html: string): Blocked | null {
  const challenge = challengeOn(html);
  return challenge === null ? null : new Blocked(`Trustpilot shows ${challenge} instead of the page`);
}
