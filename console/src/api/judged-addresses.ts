import { newObjectWords } from '../words/en/new-object';
import { problemWords } from '../words/en/problem';
import type { DetectedLink, LinkResult } from './queries/object-links';
import type { Platform } from './queries/sources';

/** What becomes of an address. */
export interface JudgedAddress {
  readonly url: string;
  /** The slug of its platform; null if no platform has it. */
  readonly slug: string | null;
  readonly platform: string;
  /** Null: it will be linked. */
  readonly refusal: string | null;
  /** What there is to say about an address that is not refused. */
  readonly remark: string | null;
}

/**
 * What becomes of the addresses of one object, in their order. The API judges each address alone; an object takes one page of a
 * platform, so a second one is refused here as it is by the API when the object is created.
 */
export function judged(
  detected: readonly DetectedLink[],
  platforms: ReadonlyMap<string, Platform> | undefined,
): readonly JudgedAddress[] {
  const taken = new Set<string>();
  /** Whether the object has a page of this platform from an earlier address. */
  const isTaken = ({ source_name: slug, error_code: code }: DetectedLink): boolean => {
    if (code !== null || slug === null) return false;
    const isSecond = taken.has(slug);
    taken.add(slug);
    return isSecond;
  };
  return detected.map((link) => {
    const { url, source_name: slug, is_short: isShort } = link;
    const platform = platforms?.get(slug ?? '')?.display_name ?? slug ?? '';
    const isSecond = isTaken(link);
    const refusal = isSecond ? newObjectWords.twice(platform) : refusalText(link, platform);
    return { url, slug, platform, refusal, remark: isShort ? newObjectWords.later : null };
  });
}

/** Why an address is not linked, as a text; null if it is. */
export function refusalText(
  { error, error_code: code }: Pick<LinkResult, 'error' | 'error_code'>,
  platform: string,
): string | null {
  if (code === null) return null;
  if (code === 'source_url_invalid' && platform !== '') return problemWords.notAPage(platform);
  if (code === 'source_already_linked' && platform !== '') return problemWords.alreadyLinked(platform);
  if (code === 'source_requires_upgrade' && platform !== '') return problemWords.notInPlan(platform);
  return problemWords.codes[code] ?? error;
}
