import { aCollectedReview } from '@test/support/collected-review';
import { Changed } from '../source-errors';
import { buffersOf, pack as packWith, unpack, type PackedData } from './packed-data';
import type { ParsedData } from './parser';

const MAX_PART_BYTES = 1024 * 1024;
const pack = (data: ParsedData): PackedData => packWith(data, ({ externalId }) => externalId);
const reviews = (count: number, characters: number) =>
  Array.from({ length: count }, (_, n) => aCollectedReview({ externalId: `r${n}`, text: 'ж'.repeat(characters) }));

describe('the transfer of parser results to the event loop (ADR 18)', () => {
  it('unpacks the keys of 20 MB of reviews in parts and yields to the event loop between them', async () => {
    const packedData = pack({ reviews: reviews(40_000, 250) });
    const parts = packedData.slices ?? [];
    let turns = 0;
    let isDone = false;
    const turn = (): void => {
      turns += 1;
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    const data = await unpack<Required<ParsedData>>(packedData);
    isDone = true;
    expect(data.reviews).toHaveLength(40_000);
    expect(parts.length).toBeGreaterThanOrEqual(400);
    expect(turns).toBeGreaterThanOrEqual(parts.length - 2);
    expect(Array.from(data.reviews, ({ externalId }) => externalId).slice(-2)).toEqual(['r39998', 'r39999']);
  });

  it.each([
    ['short reviews', 1_000, 10],
    ['long reviews', 40, 200_000],
  ])('creates no part larger than 1 MB for %s', (_, count, characters) => {
    const sizes = buffersOf(pack({ reviews: reviews(count, characters) })).map(({ byteLength }) => byteLength);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_PART_BYTES);
  });

  it('refuses a review or other data larger than a part', () => {
    expect(() => pack({ reviews: reviews(1, 600_000) })).toThrow(Changed);
    expect(() => pack({ ...{ name: 'x'.repeat(1_100_000) } })).toThrow(Changed);
  });

  it('distinguishes missing reviews from an empty list', async () => {
    expect(await unpack(pack({ ...{ name: 'a' } }))).toEqual({ name: 'a' });
    expect(await unpack(pack({ ...{ name: 'a' }, reviews: [] }))).toMatchObject({ name: 'a', reviews: { length: 0 } });
  });
});
