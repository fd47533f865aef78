import { join } from 'node:path';
import { recordedDocuments } from '@test/support/recorded-documents';
import { allUnread } from '../conformance/judged-shape';
import { parseInPlace } from '../conformance/parse-in-place';
import { parsers } from '../platforms/parsers';
import { PackedReviews } from './packed-reviews';
import { ParsingPool } from './parsing-pool';

const documents = recordedDocuments();
const describeRecorded = documents.length > 0 ? describe : describe.skip;

describeRecorded(`recorded documents${documents.length > 0 ? '' : ': skipped, ../shared/recordings is absent'}`, () => {
  const file = join(__dirname, '../../../test/support/parsing-thread.cjs');
  const pool = new ParsingPool({ file, deadlineMs: 60_000, threads: 1 });
  afterAll(() => pool.close());

  it.each(documents)('parses $file in a thread with the same result as in place', async ({ parser, text, facts }) => {
    const { signal } = new AbortController();
    const bytes = Uint8Array.from(Buffer.from(text));
    const read = await pool.parse(parser, { bytes, contentType: 'text/html; charset=utf-8' }, facts as never, signal);
    expect(unpacked(read)).toEqual(unpacked(await parseInPlace(parser, text, facts as never)));
    expect(read.reviews).toBeInstanceOf(PackedReviews);
    expect(read.reviews?.length).toBeGreaterThan(0);
  });

  it.each(documents)('finds no part of $file that is not read (contract §10.2)', async ({ parser, text, facts }) => {
    const { reviews, ...rest } = await parseInPlace(parser, text, facts as never);
    expect(allUnread([...(reviews ?? [])], rest)).toEqual({});
  });
});

/** The result with its reviews and their keys: equal reviews may be packed as different bytes. */
function unpacked(result: object): object {
  const { reviews = PackedReviews.none } = result as { reviews?: PackedReviews };
  const keys: unknown[] = [];
  reviews.filter((key) => keys.push(key) > 0);
  return { ...result, reviews: [...reviews], keys };
}

describe('parsers', () => {
  it('have unique names', () => {
    const names = parsers.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z0-9-]+\/[a-z0-9-]+$/);
  });
});
