import type { ObjectItem } from '../../api/queries/objects';
import type { ObjectProblem, ObjectsSearch } from './search';

type Filtered = Pick<ObjectItem, 'name' | 'state'> & {
  readonly links: readonly Pick<ObjectItem['links'][number], 'state'>[];
};
type LinkState = ObjectItem['links'][number]['state'];

/** The states of links that are a problem: what the icons of the list show, its filter finds. The server has the same rule. */
const OF_LINKS: Readonly<Record<Exclude<ObjectProblem, 'off'>, readonly LinkState[]>> = {
  failed: ['failed', 'refused', 'paused'],
  partial: ['partial'],
  frozen: ['paused'],
};

/** Whether an object is in the list: the text is in its name, and it has the problem. */
export function matches(object: Filtered, { search, problem }: ObjectsSearch): boolean {
  if (search !== undefined && !object.name.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase()))
    return false;
  if (problem === undefined) return true;
  if (problem === 'off' || object.state === 'off') return problem === object.state;
  return (
    (problem === 'partial' && object.state === 'partial') ||
    object.links.some(({ state }) => OF_LINKS[problem].includes(state))
  );
}
