/**
 * Reads the state of a rendered page of Yandex Maps, a JSON document in `<script class="state-view">`. Pure. The visible document
 * truncates texts and has no ids. Throws for pages that Yandex shows instead of an organization's page:
 *
 *   `/showcaptcha`, SmartCaptcha, 401/403/451     Blocked
 *   404/410, an empty result, another id          Gone
 *   429, 5xx                                      Throttled, Temporary
 *   anything else without the state               Changed
 */
import { z } from 'zod';
import { challengeOn } from '../../challenge-page';
import { pageError } from '../../response-status';
import { readJson, readShape } from '../../read-shape';
import type { RenderedPage } from '../../source-browser';
import { Blocked, Changed, Gone } from '../../source-errors';

const count = z.number().int().nonnegative();
const MAX_OFFSET_SECONDS = 14 * 3_600;

/** The used part of an organization. */
const organizationShape = z.object({
  id: z.union([z.string(), z.number()]),
  title: z.string().nullish(),
  /** Seconds east of UTC. */
  tzOffset: z.number().int().min(-MAX_OFFSET_SECONDS).max(MAX_OFFSET_SECONDS).nullish(),
  ratingData: z.object({ ratingValue: z.number().nullish(), reviewCount: count.nullish() }).nullish(),
  reviewResults: z
    .object({
      reviews: z.array(z.unknown()),
      params: z.object({ page: count.nullish(), totalPages: count.nullish(), count: count.nullish() }).nullish(),
    })
    .nullish(),
});

export type Organization = z.infer<typeof organizationShape>;

const stateShape = z.object({
  stack: z.array(z.object({ results: z.object({ items: z.array(z.unknown()) }) })).min(1),
});

/** Reads the organization `id` of a page. */
export function readOrganization(page: RenderedPage, id: string): Organization {
  if (new URL(page.url).pathname.startsWith('/showcaptcha')) throw captcha();
  const failure = pageError('Yandex Maps', page);
  if (failure !== null) throw failure;
  const script = stateOf(page.html);
  if (script === null) throw challengeError(page.html) ?? new Changed('The page of Yandex Maps has no state');
  const { stack } = readShape(stateShape, readJson(script, "The page's state"), "The page's state");
  const item = stack[0]?.results.items[0];
  if (item === undefined) throw new Gone('Yandex Maps has no such organization');
  const organization = readShape(organizationShape, item, "The page's organization");
  if (String(organization.id) !== id) throw new Gone('The address now shows another organization');
  return organization;
}

/** The text of the script with the state. Uses `indexOf`, because documents are large and may be hostile. */
function stateOf(html: string): string | null {
  const mark = html.indexOf('class="state-view"');
  const start = mark < 0 ? -1 : html.indexOf('>', mark);
  if (start < 0) return null;
  const end = html.indexOf('</script', start);
  return html.slice(start + 1, end < 0 ? undefined : end);
}

const captcha = (): Blocked => new Blocked('Yandex Maps shows a captcha instead of the page');

function challengeError(html: string): Blocked | null {
  const challenge = challengeOn(html);
  return challenge === null ? null : new Blocked(`Yandex Maps shows ${challenge} instead of the page`);
}
