/**
 * Returns the next value of an iterator, or rejects if one of `interruptions` rejects first. Each promise in a
 * `Promise.race` retains the result of the race until that promise itself settles. The promises in `interruptions` are pending
 * during the whole visit, so a race that resolves to pages would keep all pages in memory. The race therefore resolves to
 * `undefined`.
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
