/** Parses the page of an app: its name and rating, and whether it shows reviews. */
import { cleanTextOrNull } from '@libs/kernel';
import { z } from 'zod';
import { challengeOn } from '../../challenge-page';
import { Reading } from '../../reading';
import { readJson } from '../../read-shape';
import { Blocked, Changed } from '../../source-errors';
import type { Unread } from '../../unread';
import { RATING_SCALE } from './parse';

export interface Details {
  readonly name: string | null;
  readonly rating: number | null;
  readonly ratingOriginal: string | null;
  /** Whether the page shows at least one review; evidence against an empty list. */
  readonly showsReviews: boolean;
  readonly unread?: Unread | undefined;
}

const appShape = z.looseObject({
  name: z.string().nullish(),
  aggregateRating: z.looseObject({ ratingValue: z.union([z.string(), z.number()]).nullish() }).nullish(),
});
const isApp = z.looseObject({ '@type': z.literal('SoftwareApplication') });

const SCRIPT_START = '<script type="application/ld+json"';
const SCRIPT_END = '</script>';
const REVIEW_MARK = 'data-review-id="';
/** The recorded page has one script with JSON-LD. */
const MAX_SCRIPTS = 10;

/** Reads the page. Throws `Blocked` for a challenge page, `Changed` for another format. */
export function readDetails(html: string): Details {
  const app = jsonLdOf(html).find((value) => isApp.safeParse(value).success);
  if (app === undefined) {
    const challenge = challengeOn(html);
    throw challenge === null
      ? new Changed('The page of Google Play has no data about the app')
      : new Blocked(`Google Play shows ${challenge}`);
  }
  const reading = new Reading("Google Play's data about the app");
  const { name, aggregateRating } = reading.shape(appShape, app, { name: 'name', aggregateRating: 'average' });
  return {
    name: cleanTextOrNull(name),
    ...reading.average(aggregateRating?.ratingValue, RATING_SCALE),
    showsReviews: html.includes(REVIEW_MARK),
    unread: reading.unread,
  };
}

function jsonLdOf(html: string): unknown[] {
  const values: unknown[] = [];
  let start = html.indexOf(SCRIPT_START);
  while (start >= 0 && values.length < MAX_SCRIPTS) {
    const from = html.indexOf('>', start) + 1;
    const to = html.indexOf(SCRIPT_END, from);
    if (from === 0 || to < 0) throw new Changed('The page of Google Play is truncated');
    values.push(readJson(html.slice(from, to), "Google Play's data about the app"));
    start = html.indexOf(SCRIPT_START, to);
  }
  return values;
}
