import { ownMetrics } from '@libs/metrics';

/** The value of a series in a text of metrics, with its labels in their order; undefined if there is none. */
export function valueIn(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
}

/** The value of a counter of this process; 0 before its first event. */
export const counted = async (series: string): Promise<number> => valueIn(await ownMetrics(), series) ?? 0;
