import { oneOf, textOf, type Search } from '../../lib/url-state';

const PROBLEMS = ['failed', 'partial', 'frozen', 'off'] as const;
export type ObjectProblem = (typeof PROBLEMS)[number];

export const SORTS = ['name', 'created_at', 'last', 'reviews', 'average', 'unanswered'] as const;
export type ObjectSort = (typeof SORTS)[number];

export interface ObjectsSearch {
  readonly search?: string;
  readonly problem?: ObjectProblem;
  readonly sort_by?: ObjectSort;
  readonly sort_order?: 'asc' | 'desc';
}

export function objectsSearch(search: Search): ObjectsSearch {
  return {
    search: textOf(search['search']),
    problem: oneOf(search['problem'], PROBLEMS),
    sort_by: oneOf(search['sort_by'], SORTS),
    sort_order: oneOf(search['sort_order'], ['asc', 'desc'] as const),
  };
}
