import type { ObjectLink } from '../api/queries/objects';
import type { Platform } from '../api/queries/sources';
import { words } from '../words/en';

export type Road = Platform['roads'][number];

/** By which road the last collection read a link, and what that road shows; null before the first. */
export function roadOfLink(
  { read_by: readBy, road: name }: Pick<ObjectLink, 'read_by' | 'road'>,
  roads: readonly Road[],
): string | null {
  if (readBy === null) return null;
  const road = roads.find((one) => one.name === name);
  const by = words.roads.readBy[readBy];
  return road === undefined ? `${by}.` : `${words.roads.reads(by, words.roads.shows(road))}.`;
}

/** What each road of a platform shows, a line for each. */
export function roadLines(roads: readonly Road[]): readonly string[] {
  return roads.map((road) => {
    const by = words.roads.by[road.read_by];
    const visible = words.roads.shows(road);
    const isOne = roads.filter(({ read_by: readBy }) => readBy === road.read_by).length === 1;
    return isOne ? words.roads.reads(by, visible) : words.roads.readsNamed(by, road.name, visible);
  });
}
