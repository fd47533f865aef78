import { count } from './plurals';

export const filtersWords = {
  remove: (name: string) => `Remove the filter ${name}`,
  clear: (n: number) => `Clear ${count(n, 'filter', 'filters')}`,
} as const;
