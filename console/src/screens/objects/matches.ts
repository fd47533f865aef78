import type { ObjectItem } from '../../api/queries/objects';
import type { ObjectsSearch } from './search';

type Filtered = Pick<ObjectItem, 'name' | 'is_active' | 'scrape_status'> & {
  readonly links: readonly Pick<ObjectItem['links'][number], 'frozen_at'>[];
};

/** Whether an object is in the list: the text is in its name, and it has the problem. */
export function matches(object: Filtered, { search, problem }: ObjectsSearch): boolean {
  if (search !== undefined && !object.name.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase()))
    return false;
  if (problem === undefined) return true;
  if (problem === 'off') return !object.is_active;
  if (!object.is_active) return false;
  return problem === 'frozen' ? object.links.some((link) => link.frozen_at !== null) : object.scrape_status === problem;
}
