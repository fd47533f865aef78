// cspell:ignore moogaloop dailymotion
/**
 * Addresses of videos. Older reviews have those of Flash players (`youtube.com/v/…`), which browsers no longer play. The sites still
 * have the videos, at an address that the id of the player's determines.
 */
import { cleanTextOrNull, parsedUrl } from '@libs/kernel';

interface VideoSite {
  readonly hosts: readonly string[];
  /** Whether the address is that of a player of Flash. */
  readonly isPlayer: (url: URL) => boolean;
  /** The id of the video in the address of a player; null if it has none. */
  readonly idOf: (url: URL) => string | null;
  readonly watch: (id: string) => string;
}

const SITES: readonly VideoSite[] = [
  {
    hosts: ['youtube.com', 'youtube-nocookie.com'],
    isPlayer: ({ pathname }) => /^\/(?:v|e|p|cp)\//.test(pathname),
    // The first parameter was also written after `&`.
    idOf: ({ pathname }) => /^\/(?:v|e)\/([\w-]{11})(?:[&/.]|$)/.exec(pathname)?.[1] ?? null,
    watch: (id) => `https://www.youtube.com/watch?v=${id}`,
  },
  {
    hosts: ['vimeo.com'],
    isPlayer: ({ pathname }) => pathname === '/moogaloop.swf',
    idOf: ({ searchParams }) => /^\d{1,12}$/.exec(searchParams.get('clip_id') ?? '')?.[0] ?? null,
    watch: (id) => `https://vimeo.com/${id}`,
  },
  {
    hosts: ['dailymotion.com'],
    isPlayer: ({ pathname }) => pathname.startsWith('/swf/'),
    idOf: ({ pathname }) => /^\/swf\/(?:video\/)?([a-z0-9]{4,10})(?:[_&/]|$)/i.exec(pathname)?.[1] ?? null,
    watch: (id) => `https://www.dailymotion.com/video/${id}`,
  },
];

/** The address at which a video can be watched; null for a player of Flash whose video is not known, and for no address. */
export function watchAddress(text: string | null | undefined): string | null {
  const address = cleanTextOrNull(text);
  const url = address === null ? null : parsedUrl(address, 'https://api.bazaarvoice.com');
  if (url === null) return address;
  const site = SITES.find(({ hosts, isPlayer }) => hosts.some((host) => isHostOf(url, host)) && isPlayer(url));
  if (site === undefined) return /\.swf(?:$|[&/])/i.test(url.pathname) ? null : address;
  const id = site.idOf(url);
  return id === null ? null : site.watch(id);
}

const isHostOf = ({ hostname }: URL, host: string): boolean => hostname === host || hostname.endsWith(`.${host}`);
