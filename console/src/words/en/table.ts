import { numbers } from './plurals';

export const tableWords = {
  previous: 'Previous',
  next: 'Next',
  newer: 'Newer',
  older: 'Older',
  sort: (title: string) => `Sort by ${title.toLowerCase()}`,
  range: (from: number, to: number, total: number) =>
    `${numbers.format(from)}–${numbers.format(to)} of ${numbers.format(total)}`,
} as const;
