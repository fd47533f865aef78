/**
 * Returns the next value of an iterator, or rejects if one of `interruptions` rejects first. `Promise.race` keeps its result
 * reachable from each of its promises until that promise settles. The promises in `interruptions` are pending during the whole
 * visit, so a race with pages as results would keep all pages in memory. The race therefore has no result.
 */
export async function nextOf<Value, End>(
  values: AsyncGenerator<Value, End, void>,
  interruptions: readonly Promise<never>[],
): Promise<IteratorResult<Value, End>> {
  const results: IteratorResult<Value, End>[] = [];
  const arrival = values.next().then((step) => void results.push(step));
  await Promise.race([arrival, ...interruptions]);
  return results[0] as IteratorResult<Value, End>;
}
