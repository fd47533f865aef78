interface Average {
  /** Null without a rated review. */
  readonly avg_rating?: number | null;
}

/** The change of an average, with two decimals; null where one side has none. */
export function averageChange(now: Average, before: Average | null | undefined): number | null {
  const [to, from] = [now.avg_rating, before?.avg_rating];
  return typeof to !== 'number' || typeof from !== 'number' ? null : Math.round((to - from) * 100) / 100;
}
