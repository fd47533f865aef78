/**
 * The next value of an iterator, or a rejection if one of `ends` rejects first. `Promise.race` keeps its result reachable from each
 * promise in it until that settles: promises as old as the visit would keep all its pages in memory. So this race has no result.
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
