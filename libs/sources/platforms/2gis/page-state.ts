/**
 * Reads the state of a 2GIS page: the object, its time zone, the access data of the review API and, depending on the page, the
 * rendered reviews. Pure.
 */
import { cleanTextOrNull, parsedUrl } from '@libs/kernel';
import { z } from 'zod';
import { challengeOn } from '../../challenge-page';
import { pageError } from '../../response-status';
import { Reading } from '../../reading';
import { readShape } from '../../read-shape';
import type { PlatformObject } from '../../source';
import { Blocked, Changed, Gone } from '../../source-errors';
import type { Place } from './match';
import { RATING_SCALE, type PlaceZone } from './parse';
import { readRenderedList, type RenderedList } from './rendered-list';
import { scriptState } from './script-state';

export interface ApiAccess {
  /** As in the page, for example `https://public-api.reviews.2gis.com/2.0/`. */
  readonly url: string;
  /** The key of the web app. It is read from the page at every visit and never stored. */
  readonly key: string;
}

export interface PlacePage {
  readonly object: PlatformObject;
  readonly zone: PlaceZone;
  /** Null if the page does not contain it. */
  readonly api: ApiAccess | null;
  /** Null if the page was rendered without reviews. */
  readonly list: RenderedList | null;
}

/** The page calls a place an entity, and what it shows of one a profile. */
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
 * Reads the page of `place`; returns null for a page of 2GIS without state, which a browser has to render. Throws `Blocked` for a
 * captcha, `Gone` if the place does not exist or the page shows another place, `Changed` for an unexpected format.
 */
export function readPlacePage(html: string, place: Place): PlacePage | null {
  const initialState = scriptState(html, 'initialState');
  if (initialState === null) {
    const challenge = challengeOn(html);
    if (challenge !== null) throw new Blocked(`2GIS shows ${challenge} instead of the page`);
    return null;
  }
  const state = readShape(stateShape, initialState, "The page's state");
  const profile = profileOf(state, place);
  return {
    object: describeObject(profile),
    zone: zoneOf(profile, state),
    api: apiAccess(scriptState(html, '__customcfg')),
    list: readRenderedList(scriptState(html, '__REACT_QUERY_STATE__'), state.data, place),
  };
}

function profileOf(state: State, { id }: Place): Profile {
  const profiles = state.data.entity.profile;
  // The id is foreign data and could be the name of an inherited property.
  const found = Object.hasOwn(profiles, id) ? profiles[id] : undefined;
  const error = pageError('2GIS', { status: found?.meta?.code ?? 200 });
  if (error !== null) throw error;
  if (found?.data) return found.data;
  if (Object.values(profiles).some((other) => other.data)) throw new Gone('The address now shows another place');
  throw new Changed("The page's state has no place");
}

function describeObject(profile: Profile): PlatformObject {
  const reading = new Reading("2GIS's data about the place");
  return {
    name: cleanTextOrNull(profile.name),
    reviewCount: profile.reviews?.general_review_count ?? null,
    ...reading.average(profile.reviews?.general_rating, RATING_SCALE),
    unread: reading.unread,
  };
}

/** Returns the name of the time zone, which includes summer time; else today's offset; else `unknown`. */
function zoneOf(profile: Profile, state: State): PlaceZone {
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
