import { oneOf, textOf, type Search } from '../../lib/url-state';

export const PROBLEMS = ['failed', 'partial', 'frozen', 'off'] as const;
export type ObjectProblem = (typeof PROBLEMS)[number];

export interface ObjectsSearch {
  readonly search?: string;
  readonly problem?: ObjectProblem;
}

export function objectsSearch(search: Search): ObjectsSearch {
  return { search: textOf(search['search']), problem: oneOf(search['problem'], PROBLEMS) };
}
