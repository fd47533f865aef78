/**
 * Returns the next value of an iterator, or rejects if one of `ends` rejects first. `Promise.race` keeps its result reachable from
 * each of its promises until that promise settles. The promises in `ends` are pending during the whole visit, so a race with pages
 * as results would keep all pages in memory. The race therefore has no result.
 */
export async function nextOf<Value, End>(
  values: AsyncGenerator<Value, End, void>,
  ends: readonly Promise<never>[],
): Promise<IteratorResult<Value, End>> {
  const found: IteratorResult<Value, End>[] = [];
  const arrived = values.next().then((step) => void found.push(step));
  await Promise.race([arrived, ...ends]);
  return found[0] as IteratorResult<Value, End>;
}
