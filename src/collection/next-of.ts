/**
 * The next value of an iterator, unless one of `ends` rejects before. A race stays with each promise in it until that one settles,
 * and keeps what it gave: promises that live as long as a visit would hold all its pages. So this race gives nothing.
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
