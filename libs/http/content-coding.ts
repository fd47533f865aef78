export type Coding = 'br' | 'gzip' | 'identity';

/**
 * The first of `available` with the highest weight in an `Accept-Encoding` header (RFC 9110 §12.5.3); `identity` if the header
 * accepts none of them. A coding with a malformed weight is not accepted.
 */
export function chosenCoding(header: string | undefined, available: readonly Coding[]): Coding {
  if (header === undefined || header === '') return 'identity';
  const weights = weightsIn(header);
  let best: Coding = 'identity';
  let bestWeight = 0;
  for (const coding of available) {
    const weight = weights.get(coding) ?? weights.get('*') ?? 0;
    if (weight > bestWeight) [best, bestWeight] = [coding, weight];
  }
  return bestWeight >= (weights.get('identity') ?? 0) ? best : 'identity';
}

const MAX_CHARACTERS = 1_000;

function weightsIn(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const entry of header.slice(0, MAX_CHARACTERS).toLowerCase().split(',')) {
    const [coding = '', ...parameters] = entry.split(';').map((part) => part.trim());
    weights.set(coding === 'x-gzip' ? 'gzip' : coding, weightOf(parameters));
  }
  return weights;
}

function weightOf(parameters: readonly string[]): number {
  const q = parameters.find((parameter) => parameter.startsWith('q='));
  if (q === undefined) return 1;
  return /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(q) ? Number(q.slice(2)) : 0;
}
