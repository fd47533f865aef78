import type { ObjectLink } from '../../api/queries/objects';
import type { StatusName } from '../../parts/status';
import { words } from '../../words/en';

type Facts = Pick<
  ObjectLink,
  'is_active' | 'frozen_at' | 'scrape_status' | 'scrape_error' | 'stop_reason' | 'warning' | 'completeness'
>;

const PARTIAL_BELOW = 0.98;

/** The state of a link. A success that lacks reviews of the platform is partial. */
export function linkStatus(link: Facts): StatusName {
  if (!link.is_active) return 'off';
  if (link.scrape_status === 'in_progress') return 'collecting';
  if (link.frozen_at !== null) return 'paused';
  if (link.scrape_status === 'pending') return 'waiting';
  if (link.scrape_status === 'failed') return 'failed';
  const isShort = link.completeness !== null && link.completeness < PARTIAL_BELOW;
  return isShort || link.warning !== null ? 'partial' : 'upToDate';
}

/** Why the last collection ended where it did, in words; null before the first one. */
export function stopReason(link: Facts): string | null {
  const code = link.scrape_error?.split(':', 1)[0] ?? link.stop_reason;
  if (code === null) return null;
  return words.object.reasons[code] ?? link.scrape_error ?? code;
}

/** The name that a person gave, or the platform's name of the object, or the label of the platform, or the address. */
export function linkName(link: Pick<ObjectLink, 'link_name' | 'scraped_object_name' | 'auto_name' | 'url'>): string {
  const given = link.link_name ?? link.scraped_object_name;
  return given === '' ? (link.auto_name ?? shortAddress(link.url)) : given;
}

export function shortAddress(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, '');
}
