/**
 * Whether reviews of a source lack a field that they usually have. A platform that changes its pages often still returns reviews, but
 * without a part of them; no visit fails. The share of a field is compared with its usual share of 14 days.
 */
import type { CountedField } from '@src/collection';

/** Of `reviews` reviews of a link's last pass, `filled` had the field. */
export interface LinkShare {
  readonly accountId: number;
  readonly linkId: number;
  readonly ageHours: number;
  readonly reviews: number;
  readonly filled: number;
}

/** What was read of the field in the 14 days before. */
export interface UsualShare {
  readonly reviews: number;
  readonly filled: number;
  /** The number of passes. */
  readonly links: number;
}

export interface DriftFacts {
  readonly field: CountedField;
  readonly usual: UsualShare | null;
  readonly recent: readonly LinkShare[];
  /** Links of the source that are collected, and the number of their accounts, counted to two. */
  readonly active: { readonly links: number; readonly accounts: number };
  /** The usual share when the open alarm was raised; null without an open alarm. */
  readonly alarmUsual: number | null;
}

export interface DriftVerdict {
  /** `unknown`: too little was read to judge. */
  readonly state: 'unknown' | 'normal' | 'missing' | 'recovered';
  /** Share of the reviews with the field; null if nothing was read. */
  readonly share: number | null;
  /** Usual share; null if too little was read in 14 days. */
  readonly usual: number | null;
  /** An alarm is raised below this share; null if this field raises none. */
  readonly alarmBelow: number | null;
  readonly reviews: number;
  readonly links: number;
  readonly accounts: number;
}

/** The share is that of the shortest of these periods with enough reviews, so that a change is seen within an hour where much is read. */
export const WINDOWS_HOURS = [1, 2, 4, 8] as const;
export const LONGEST_WINDOW_HOURS = 8;

const LEAST_REVIEWS = 20;
const LEAST_USUAL_REVIEWS = 100;
/** A field that fewer reviews have raises no alarm. */
const LEAST_USUAL_SHARE = 0.2;
/** A large object counts as this many reviews, so that it does not outweigh the others. */
const MOST_REVIEWS_OF_A_LINK = 100;
/** Reviews of one link are alike: they count as this many independent ones. */
const INDEPENDENT_OF_A_LINK = 10;
const DEVIATIONS = 3;

/** By how much a share may always be below the usual one. Replies and images depend on the objects and on how far a pass reads. */
const ALWAYS_TOLERATED: Readonly<Record<CountedField, number>> = {
  rating: 0.05,
  text: 0.1,
  date: 0.05,
  author: 0.05,
  reply: 0.2,
  images: 0.15,
  review: 0.05,
};

/**
 * Judges a field of a source. Raises no alarm for the reviews of one object or one account if the source has others: several links lack
 * the field, and where several accounts have links, links of several accounts do. An open alarm ends when the share is back above
 * half of the tolerance.
 */
export function judgeDrift(facts: DriftFacts): DriftVerdict {
  const usual = facts.alarmUsual ?? usualShareOf(facts.usual);
  const recent = windowOf(facts);
  const { share, reviews } = weightedShare(recent);
  const links = recent.length;
  const accounts = new Set(recent.map(({ accountId }) => accountId)).size;
  const known = { share, usual, reviews, links, accounts };
  if (usual === null || usual < LEAST_USUAL_SHARE) return { ...known, state: 'unknown', alarmBelow: null };
  const tolerated = toleranceOf(facts.field, usual, Math.min(reviews, links * INDEPENDENT_OF_A_LINK));
  const alarmBelow = Math.max(0, usual - tolerated);
  if (share === null || !isEnough(recent, facts.active)) return { ...known, state: 'unknown', alarmBelow };
  if (facts.alarmUsual !== null && share >= usual - tolerated / 2) return { ...known, state: 'recovered', alarmBelow };
  const isMissing = share < alarmBelow && isBroad(recent, alarmBelow, facts.active);
  return { ...known, state: isMissing ? 'missing' : 'normal', alarmBelow };
}

function usualShareOf(usual: UsualShare | null): number | null {
  if (usual === null || usual.reviews < LEAST_USUAL_REVIEWS) return null;
  return usual.filled / usual.reviews;
}

function windowOf({ recent, active }: DriftFacts): readonly LinkShare[] {
  const read = recent.filter(({ reviews }) => reviews > 0);
  const within = (hours: number): readonly LinkShare[] => read.filter(({ ageHours }) => ageHours <= hours);
  const hours = WINDOWS_HOURS.find((window) => isEnough(within(window), active)) ?? LONGEST_WINDOW_HOURS;
  return within(hours);
}

function isEnough(recent: readonly LinkShare[], active: DriftFacts['active']): boolean {
  const reviews = recent.reduce((sum, link) => sum + weightOf(link), 0);
  return reviews >= LEAST_REVIEWS && coversSeveral(recent, active);
}

/** Whether links that lack the field are of several objects and accounts, as far as the source has several. */
function isBroad(recent: readonly LinkShare[], alarmBelow: number, active: DriftFacts['active']): boolean {
  return coversSeveral(
    recent.filter(({ reviews, filled }) => filled / reviews < alarmBelow),
    active,
  );
}

function coversSeveral(links: readonly LinkShare[], active: DriftFacts['active']): boolean {
  const accounts = new Set(links.map(({ accountId }) => accountId)).size;
  return (
    links.length >= Math.min(2, Math.max(1, active.links)) && accounts >= Math.min(2, Math.max(1, active.accounts))
  );
}

const weightOf = ({ reviews }: LinkShare): number => Math.min(reviews, MOST_REVIEWS_OF_A_LINK);

/** The share over all links, in which no account counts more than all others together. */
function weightedShare(links: readonly LinkShare[]): { readonly share: number | null; readonly reviews: number } {
  const ofAccounts = new Map<number, number>();
  for (const link of links) ofAccounts.set(link.accountId, (ofAccounts.get(link.accountId) ?? 0) + weightOf(link));
  const total = [...ofAccounts.values()].reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return { share: null, reviews: 0 };
  const factor = (accountId: number): number => {
    const own = ofAccounts.get(accountId) ?? 0;
    return ofAccounts.size > 1 && own > total - own ? (total - own) / own : 1;
  };
  const weights = links.map((link) => ({
    share: link.filled / link.reviews,
    weight: weightOf(link) * factor(link.accountId),
  }));
  const sum = weights.reduce((all, { weight }) => all + weight, 0);
  return { share: weights.reduce((all, { share, weight }) => all + share * weight, 0) / sum, reviews: total };
}

/** Three standard deviations of a share of `sample` independent reviews, and at least what the field always tolerates. */
function toleranceOf(field: CountedField, usual: number, sample: number): number {
  const deviation = Math.sqrt((usual * (1 - usual)) / Math.max(1, sample));
  return Math.max(ALWAYS_TOLERATED[field], DEVIATIONS * deviation);
}
