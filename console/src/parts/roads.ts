import { roadsWords } from '../words/en/roads';

type ReadBy = 'public' | 'owner' | 'both';

/** The facts of a road that are shown. */
export interface Road {
  readonly name: string;
  readonly read_by: ReadBy;
  readonly shows: 'all' | 'newest' | 'selection';
  readonly limit_reviews: number | null;
  readonly limit_days: number | null;
}

/** How the last collection read a link. */
interface ReadLink {
  readonly read_by: ReadBy | null;
  readonly road: string | null;
}

/** By which road the last collection read a link, and what that road shows; null before the first. */
export function roadOfLink({ read_by: readBy, road: name }: ReadLink, roads: readonly Road[]): string | null {
  if (readBy === null) return null;
  const road = roads.find((one) => one.name === name);
  const by = roadsWords.readBy[readBy];
  return road === undefined ? `${by}.` : `${roadsWords.reads(by, roadsWords.shows(road))}.`;
}

/** What each road of a platform shows, a line for each. */
export function roadLines(roads: readonly Road[]): readonly string[] {
  return roads.map((road) => {
    const by = roadsWords.by[road.read_by];
    const visible = roadsWords.shows(road);
    const isOne = roads.filter(({ read_by: readBy }) => readBy === road.read_by).length === 1;
    return isOne ? roadsWords.reads(by, visible) : roadsWords.readsNamed(by, road.name, visible);
  });
}
