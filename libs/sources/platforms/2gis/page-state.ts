/**
 * What a page of 2GIS holds: who the object is and where, how the web app reaches the review API, and (depending on the
 * page) the reviews that were rendered with it. Pure: document in, state out; or the error that says why there is none.
 */
import { cleanTextOrNull, normalizeRating, parsedUrl } from '@libs/kernel';
import { z } from 'zod';
import { challengeOn } from '../../challenge-page';
import { pageFault } from '../../page-status';
import { readShape } from '../../read-shape';
import type { PlatformObject } from '../../source';
import { Blocked, Changed, Gone } from '../../source-errors';
import type { Place } from './match';
import { RATING_SCALE, type BranchZone } from './parse';
import { rendered, type RenderedList } from './rendered-list';
import { scriptState } from './script-state';

export interface ApiAccess {
  /** `https://public-api.reviews.2gis.com/2.0/`, as the page names it. */
  readonly url: string;
  /** The web app's own key: read from the page at every visit and never stored. */
  readonly key: string;
}

export interface PlacePage {
  readonly object: PlatformObject;
  readonly zone: BranchZone;
  /** Null where the page does not tell it. */
  readonly api: ApiAccess | null;
  /** Null where the page was rendered without reviews. */
  readonly list: RenderedList | null;
}

const profileShape = z.object({
  meta: z.object({ code: z.number().nullish() }).nullish(),
  data: z
    .object({
      name: z.string().nullish(),
      region_id: z.string().nullish(),
      timezone_offset: z.number().int().min(-840).max(840).nullish(),
      reviews: z
        .object({ general_rating: z.number().nullish(), general_review_count: z.number().int().nullish() })
        .nullish(),
    })
    .nullish(),
});

const regionShape = z.object({
  data: z.object({ time_zone: z.object({ name: z.string().nullish() }).nullish() }).nullish(),
});

const stateShape = z.object({
  data: z.looseObject({
    entity: z.object({ profile: z.record(z.string(), profileShape) }),
    region: z.object({ profile: z.record(z.string(), regionShape).nullish() }).nullish(),
  }),
});

const configShape = z.object({ reviewApiUrl: z.string().nullish(), reviewApiKey: z.string().nullish() });

type State = z.infer<typeof stateShape>;
type Profile = NonNullable<z.infer<typeof profileShape>['data']>;

/**
 * The page of `place`; null where the document is a page of 2GIS that has not been built yet (no state in it).
 * Throws `Blocked` for a captcha, `Gone` where 2GIS does not know the place or shows another, `Changed` otherwise.
 */
export function readPlacePage(html: string, place: Place): PlacePage | null {
  const written = scriptState(html, 'initialState');
  if (written === null) {
    const challenge = challengeOn(html);
    if (challenge !== null) throw new Blocked(`2GIS shows ${challenge} instead of the page`);
    return null;
  }
  const state = readShape(stateShape, written, "The page's state");
  const profile = profileOf(state, place);
  return {
    object: describe(profile),
    zone: zoneOf(profile, state),
    api: apiAccess(scriptState(html, '__customcfg')),
    list: rendered(scriptState(html, '__REACT_QUERY_STATE__'), state.data, place),
  };
}

function profileOf(state: State, { id }: Place): Profile {
  const profiles = state.data.entity.profile;
  // Only an own key counts: the record comes from outside.
  const found = Object.hasOwn(profiles, id) ? profiles[id] : undefined;
  const fault = pageFault('2GIS', { status: found?.meta?.code ?? 200 });
  if (fault !== null) throw fault;
  if (found?.data) return found.data;
  if (Object.values(profiles).some((other) => other.data)) throw new Gone('The address now leads to another firm');
  throw new Changed("The page's state holds no firm");
}

function describe(profile: Profile): PlatformObject {
  const given = profile.reviews?.general_rating;
  const rating = typeof given === 'number' ? normalizeRating(given, RATING_SCALE) : null;
  return {
    name: cleanTextOrNull(profile.name),
    reviewCount: profile.reviews?.general_review_count ?? null,
    rating,
    ratingOriginal: rating === null ? null : String(given),
  };
}

/** The zone's name where the page has it, as it knows of summer time; else the offset of today; else none. */
function zoneOf(profile: Profile, state: State): BranchZone {
  const name = regionZone(state, profile.region_id ?? '');
  if (name !== null && isTimeZone(name)) return { kind: 'named', name };
  const minutes = profile.timezone_offset;
  return typeof minutes === 'number' ? { kind: 'offset', minutes } : { kind: 'unknown' };
}

function regionZone(state: State, regionId: string): string | null {
  const regions = state.data.region?.profile ?? {};
  return Object.hasOwn(regions, regionId) ? (regions[regionId]?.data?.time_zone?.name ?? null) : null;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function apiAccess(config: unknown): ApiAccess | null {
  if (config === null) return null;
  const { reviewApiUrl, reviewApiKey } = readShape(configShape, config, "The page's __customcfg");
  if (!reviewApiUrl || !reviewApiKey || parsedUrl(reviewApiUrl) === null) return null;
  return { url: reviewApiUrl.endsWith('/') ? reviewApiUrl : `${reviewApiUrl}/`, key: reviewApiKey };
}
