import { formatMean } from '../../lib/format';
import { count, numbers } from './plurals';

export const timeChartWords = {
  average: 'average',
  reviews: 'rated reviews',
  period: 'Period',
  none: '–',
  lowTitle: '1–2 stars',
  showTable: 'Show as table',
  showChart: 'Show as chart',
  values: (n: number, average: number | null) =>
    average === null
      ? `${count(n, 'review', 'reviews')}, no rating`
      : `${count(n, 'review', 'reviews')}, average ${formatMean(average)}`,
  before: (average: number) => `${formatMean(average)} in the period before`,
  low: (n: number) => `${numbers.format(n)} with 1 or 2 stars`,
  nothing: 'No rated review in this period.',
  summary: (least: number, most: number, lowest: string, highest: string) =>
    `Between ${numbers.format(least)} and ${count(most, 'review', 'reviews')} in each period; averages between ${lowest} and ${highest}.`,
} as const;
