import type { ObjectLink } from '../../api/queries/objects';
import type { RunLink } from '../../api/queries/runs';
import { formatClock, formatNearDay } from '../../lib/format';
import { stopCode, type LinkFacts } from '../../parts/link-status';
import { objectWords } from '../../words/en/object';

type WhyFacts = LinkFacts &
  Pick<
    ObjectLink,
    | 'collected_count'
    | 'platform_review_count'
    | 'progress'
    | 'last_full_at'
    | 'failing_since'
    | 'failures_in_a_row'
    | 'next_collection_at'
  >;

/** Why the last collection ended where it did, as a text; null before the first one. */
export function stopReason(link: Pick<LinkFacts, 'scrape_error' | 'stop_reason'>): string | null {
  const code = stopCode(link);
  if (code === null) return null;
  return objectWords.reasons[code] ?? link.scrape_error ?? code;
}

/** The part of a link in its last run, and the number of that run. */
export type LastPart = RunLink & { readonly run_id: number };

export interface Why {
  readonly title: string;
  readonly notes: readonly string[];
}

/** Why the reviews of a link end where they do, with the numbers that explain it. */
export function whyOf(link: WhyFacts, platform: string, last: LastPart | undefined): Why {
  const object = objectWords;
  if (!link.is_active) return { title: object.switchedOff, notes: [object.switchedOffNote] };
  if (link.progress !== null) return progressOf(link.progress);
  const code = stopCode(link);
  if (code === null) return { title: object.waitsForFirst, notes: [] };
  const isFailed = link.scrape_status === 'failed';
  return {
    title: titleOf(code, link, last) ?? stopReason(link) ?? code,
    notes: [
      ...(isFailed ? failureNotes(code, link) : successNotes(code, link, platform)),
      ...(link.warning === 'many_reviews_missing' ? [object.manyMissing] : []),
      ...unreadNotes(link),
      ...(isFailed || link.warning === 'many_reviews_missing' ? [object.nothingDeleted] : []),
    ],
  };
}

/** What the pages show and could not be read, from a warning such as `unread: 2 dates, 1 review`. */
function unreadNotes({ warning }: Pick<LinkFacts, 'warning'>): readonly string[] {
  const [code, parts] = (warning ?? '').split(': ', 2);
  return code === 'unread' && parts !== undefined ? [objectWords.notRead(parts)] : [];
}

function progressOf({ read, of }: NonNullable<ObjectLink['progress']>): Why {
  if (of === null) return { title: objectWords.beingReadSoFar(read), notes: [objectWords.readingNew] };
  return { title: objectWords.beingRead(read, of), notes: [objectWords.readingAll] };
}

type Title = (link: WhyFacts, last: LastPart | undefined) => string | null;

/** Titles with a number, by the code of the reason; null where the number is unknown. */
const TITLES: Readonly<Record<string, Title>> = {
  window_limit: (_, last) =>
    last?.stop_reason === 'window_limit' && last.is_full ? objectWords.windowOf(last.read) : null,
  count_mismatch: (link) => {
    const missing = missingOf(link);
    if (missing === 0) return null;
    return missing > 0 ? objectWords.countsMore(missing) : objectWords.countsFewer(-missing);
  },
  rate_limited: ({ next_collection_at: at }) => (at === null ? null : objectWords.slowUntil(formatClock(at))),
  internal: (_, last) => (last === undefined ? null : objectWords.failedInRun(last.run_id)),
};

const titleOf = (code: string, ...facts: Parameters<Title>): string | null => TITLES[code]?.(...facts) ?? null;

/** The reviews that the platform counts and that were not collected. */
const missingOf = ({ platform_review_count: all, collected_count: collected }: WhyFacts): number =>
  (all ?? 0) - collected;

function failureNotes(code: string, link: WhyFacts): readonly string[] {
  const object = objectWords;
  const { failures_in_a_row: failures, failing_since: since } = link;
  return [
    object.notes[code] ?? '',
    since === null ? '' : object.failures(failures, formatNearDay(since)),
    link.frozen_at === null ? '' : object.frozen,
  ].filter((note) => note !== '');
}

function successNotes(code: string, link: WhyFacts, platform: string): readonly string[] {
  const object = objectWords;
  const missing = missingOf(link);
  if (code === 'complete' && missing > 0)
    return [object.countsMoreItself(platform, missing, link.state === 'up_to_date')];
  if (code !== 'known_reached') return [];
  return [link.last_full_at === null ? object.wholeListNever : object.wholeListRead(formatNearDay(link.last_full_at))];
}

/** The failures that a connection of the object ends. */
const CONNECTS: Readonly<Record<string, 'connect' | 'reconnect'>> = {
  credentials_missing: 'connect',
  credentials_rejected: 'reconnect',
};

/** What ends the failure of a link that lacks access: a first connection or a new one; null for every other link. */
export function accessAsked(link: LinkFacts): 'connect' | 'reconnect' | null {
  const code = link.is_active && link.scrape_status === 'failed' ? stopCode(link) : null;
  return code === null ? null : (CONNECTS[code] ?? null);
}

/** The name that a person gave, or the platform's name of the object, or the label of the platform, or the address. */
export function linkName(link: Pick<ObjectLink, 'link_name' | 'scraped_object_name' | 'auto_name' | 'url'>): string {
  const given = link.link_name ?? link.scraped_object_name;
  return given === '' ? (link.auto_name ?? shortAddress(link.url)) : given;
}

export function shortAddress(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, '');
}
