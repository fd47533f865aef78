/**
 * The table of platforms in docs/platforms/README.md, and that of their limits in docs/operations/retention.md, generated
 * from the facts of the adapters.
 */
import { readByOf, roadsOf, type OwnerRoad, type PlatformSource, type PublicRoad, type RoadFacts } from '@libs/sources';

const START = '<!-- The table is generated: npm run platforms -->';
const END = '<!-- End of the generated table. -->';
const HEAD = ['platform', 'slug', 'read by', 'reviews', 'order', 'replies', 'needs', 'evidence'];

/** The page with the table of the platforms between its marks. Throws if a mark is missing. */
export function withPlatformTable(page: string, sources: readonly PlatformSource[]): string {
  return withTable(page, HEAD, sources.flatMap(rowsOf));
}

/** The page with the table of the limits of content between its marks. Throws if a mark is missing. */
export function withLimitTable(page: string, sources: readonly PlatformSource[]): string {
  return withTable(page, ['platform', 'kept for', 'what the terms say', 'terms'], sources.flatMap(limitRowOf));
}

function withTable(page: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const [before, rest] = page.split(START);
  const [, after] = (rest ?? '').split(END);
  if (before === undefined || after === undefined) throw new Error('the marks of the table are missing');
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `${before}${START}\n\n${lines.join('\n')}\n\n${END}${after}`;
}

/** How a limit is written in the documentation. */
export function limitInWords(days: number): string {
  if (days === 0) return 'not kept';
  return days === 1 ? '24 hours' : `${days} days`;
}

function limitRowOf({ facts: { slug, displayName, contentLimit } }: PlatformSource): string[][] {
  if (contentLimit === null) return [];
  const { days, reason, terms } = contentLimit;
  return [[`[${displayName}](../platforms/${slug}.md)`, limitInWords(days), reason, `<${terms}>`]];
}

/** One row for each road; only the first one names the platform. */
function rowsOf(source: PlatformSource): string[][] {
  return roadsOf(source).map((road, index) => [
    ...(index === 0 ? [source.facts.displayName, `\`${source.facts.slug}\``] : ['', '']),
    readingOf(road),
    reviewsOf(road),
    road.order === 'newest_first' ? 'newest first' : 'none',
    repliesOf(source, road),
    needsOf(source, road),
    road.endsAt ? `${road.evidence}; ends ${road.endsAt}` : road.evidence,
  ]);
}

function readingOf(road: PublicRoad | OwnerRoad): string {
  const ways = { http: 'plain HTTP', browser: 'a page in Chromium', both: 'plain HTTP, else a page in Chromium' };
  switch (readByOf(road)) {
    case 'public':
      return `public: ${ways[road.reading]}`;
    case 'owner':
      return `connection (\`${road.name}\`)`;
    case 'both':
      return `connection (\`${road.name}\`) and the public road`;
  }
}

function reviewsOf({ shows, limit }: RoadFacts): string {
  const count = limit !== null && 'reviews' in limit ? limit.reviews.toLocaleString('en') : null;
  const days = limit !== null && 'days' in limit ? limit.days : null;
  switch (shows) {
    case 'all':
      return 'all';
    case 'newest':
      if (count !== null) return `the newest ${count}`;
      return days === null ? 'the newest' : `the last ${days.toLocaleString('en')} days`;
    case 'selection':
      return count === null ? 'a selection' : `a selection of ${count}`;
  }
}

function repliesOf({ facts, publisher }: PlatformSource, road: PublicRoad | OwnerRoad): string {
  if (!facts.hasReply) return 'none';
  const isOwner = readByOf(road) !== 'public';
  // A road that shows a selection belongs to a key that only reads.
  if (!isOwner || publisher === undefined || road.shows === 'selection') return 'read';
  const abilities = [
    'publish',
    ...(publisher.canReplace ? ['replace'] : []),
    ...(publisher.canDelete ? ['delete'] : []),
  ];
  return `read, ${abilities.join(', ')}`;
}

function needsOf({ connecting }: PlatformSource, road: PublicRoad | OwnerRoad): string {
  if (readByOf(road) === 'public') return road.reading === 'browser' ? 'Chromium' : '–';
  if (connecting?.consent !== undefined) return "the owner's consent, or fields of a connection";
  const names = (connecting?.credentialFields ?? []).map(({ name }) => `\`${name}\``);
  return names.join(', ');
}
