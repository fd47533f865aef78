/**
 * Foreign shapes: every value of the platform's responses in turn has a form that the platform does not document (`foreign-shapes.ts`).
 * What comes out is a value, an unread count or an error, never silence, and one bad review never costs the page or the visit (contract
 * §10.2).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { debuglog } from 'node:util';
import type { ParsedData, Parse, Unpacked } from '../parsing/parser';
import type { AnyParser } from '../parsing/serve-parsers';
import { textOf } from '../parsing/serve-parsers';
import { SourceError } from '../source-errors';
import type { ConformanceFixture } from './conformance-fixture';
import { jsonIslandsOf } from './json-islands';
import { foreignShapesOf, LIST_OF_EMPTY, shorterListsOf, type ForeignShape, type Path } from './foreign-shapes';
import { allUnread, judgeShape, type Reading, type ShapeOutcome } from './judged-shape';
import { couldDelete, observeVisit } from './observed-visit';
import { parseInPlace } from './parse-in-place';

/** Prints the number of outcomes for each parser if NODE_DEBUG contains this name. */
const report = debuglog('foreign-shapes');

interface SampleResponse {
  readonly parser: AnyParser;
  readonly text: string;
  readonly facts: unknown;
  /** The number of its reviews. */
  readonly length: number;
  /** The document of the visit that it is made of; null if no visit of the sandbox has received it. */
  readonly received: string | null;
}

const REVIEWS = 4;

export function describeForeignShapes(fixture: ConformanceFixture): void {
  describe('values of a foreign shape (contract §10.2)', () => {
    beforeEach(() => addWholeReviews(fixture, fixture.shown(REVIEWS)));

    it('are read, counted or refused, and cost at most their review', async () => {
      const responses = [...(await responsesOf(fixture)), ...fixtureResponsesOf(fixture)];
      const faults: string[] = [];
      const emptied: (readonly [SampleResponse, ForeignShape])[] = [];
      for (const response of responses) {
        const before = await read(response, response.text);
        expect([response.parser.name, before.error]).toEqual([response.parser.name, null]);
        const lists = await listsOfReviews(response, before);
        const hasLists =
          response.received !== null && before.reviews.length > 1 && jsonIslandsOf(response.text).length > 0;
        if (hasLists) expect([response.parser.name, lists.length]).not.toEqual([response.parser.name, 0]);
        const counts: Partial<Record<ShapeOutcome, number>> = {};
        const used = new Set<string>();
        const extent = { elements: response.received === null ? 1 : 2, isUsed: (path: Path) => used.has(path.join()) };
        for (const generated of foreignShapesOf(response.text, extent)) {
          const isNothing = fixture.options.emptyIsNothing === true && generated.change === LIST_OF_EMPTY;
          const shape = isNothing ? { ...generated, isAbsent: true } : generated;
          const after = await read(response, shape.document());
          const isInReview = lists.some((list) => isInElementOf(list, shape.path));
          const { mayLack = [], selected = [], hints = [] } = fixture.options;
          const judged = judgeShape({ before, after, shape, isInReview, mayLack, selected, hints });
          if (!('outcome' in judged) || judged.outcome !== 'unused') used.add(shape.path.join());
          if ('fault' in judged)
            faults.push(`${response.parser.name}: ${shape.path.join('.')}: ${shape.change}: ${judged.fault}`);
          else counts[judged.outcome] = (counts[judged.outcome] ?? 0) + 1;
          if ('outcome' in judged && judged.outcome === 'emptied') emptied.push([response, shape]);
        }
        report('%s %j', response.parser.name, counts);
      }
      expect(faults).toEqual([]);
      for (const [response, shape] of emptied)
        if (response.received !== null) await expectNotBelieved(fixture, response, shape);
    }, 120_000);

    it.each([1, REVIEWS])('of one of %i reviews cost neither the other reviews nor the visit', async (count) => {
      fixture.reset();
      addWholeReviews(fixture, fixture.shown(count));
      for (const [response, shape] of await foreignReviews(fixture)) {
        const { error, reviews, unread, end } = await visitWith(fixture, response, shape.document());
        const place = `${response.parser.name}: ${shape.path.join('.')}`;
        // Another response of the visit may show the review, too.
        const isTold = reviews.length === fixture.shown(count) || unread.review === 1;
        expect({ place, error, isTold, hasEnd: end !== null }).toEqual({
          place,
          error: null,
          isTold: true,
          hasEnd: true,
        });
        expect(reviews.length).toBeGreaterThanOrEqual(fixture.shown(count) - 1);
      }
    });
  });
}

/** Reviews with all parts. */
function addWholeReviews(fixture: ConformanceFixture, count: number): void {
  const { images, replies } = fixture.platform.demo;
  for (let index = 0; index < count; index += 1)
    fixture.addReview(index, {
      ...(images ? { images: [`https://images.example/${index}/a.jpg`, `https://images.example/${index}/b.jpg`] } : {}),
      ...(replies ? { reply: { text: `Reply ${index}`, at: new Date('2026-06-16T12:00:00Z') } } : {}),
    });
}

/** The documents of one visit: of each parser the first one with the most reviews. */
async function responsesOf(fixture: ConformanceFixture): Promise<readonly SampleResponse[]> {
  const { distinct = (text: string) => [text] } = fixture.options;
  const responses = new Map<string, SampleResponse>();
  const parse: Parse = async (parser, document, facts) => {
    const text = textOf(document);
    const result = await parseInPlace(parser, document, facts);
    const { length = 0 } = (result as { readonly reviews?: { readonly length: number } }).reviews ?? {};
    if (length > (responses.get(parser.name)?.length ?? -1))
      responses.set(parser.name, { parser: parser as unknown as AnyParser, text, facts, length, received: text });
    return result;
  };
  const visit = await observeVisit(() => fixture.begin(undefined, { parse }));
  expect(visit.error).toBeNull();
  expect(visit.unread).toEqual({});
  return [...responses.values()].flatMap((response) => distinct(response.text).map((text) => ({ ...response, text })));
}

/** The responses in the folder of fixtures, which have forms that the sandbox does not. */
function fixtureResponsesOf({ slug, options: { fixtures = [] } }: ConformanceFixture): readonly SampleResponse[] {
  return fixtures.map(({ parser, file, facts }) => {
    const text = readFileSync(join(__dirname, '../platforms', slug, 'fixtures', file), 'utf8');
    return { parser, text, facts, length: 0, received: null };
  });
}

async function read({ parser, facts }: SampleResponse, text: string): Promise<Reading> {
  try {
    const { reviews = [], ...rest } = (await parseInPlace(parser, text, facts as never)) as Unpacked<ParsedData> & {
      readonly reviews?: Iterable<Reading['reviews'][number]>;
    };
    const { unread: _unread, fault: _fault, ...data } = rest as ParsedData;
    const all = [...reviews];
    return { reviews: all, rest: data, unread: allUnread(all, rest), error: null };
  } catch (error) {
    if (error instanceof SourceError) return { reviews: [], rest: null, unread: {}, error };
    throw error;
  }
}

/** The lists of a document of which elements are reviews: without one of them, one review is missing. */
async function listsOfReviews(response: SampleResponse, before: Reading): Promise<readonly Path[]> {
  const paths = new Map<string, Path>();
  for (const { path, text } of shorterListsOf(response.text)) {
    if (paths.has(path.join('.'))) continue;
    const { reviews, error } = await read(response, text);
    if (error === null && reviews.length === before.reviews.length - 1) paths.set(path.join('.'), path);
  }
  return [...paths.values()];
}

const isInElementOf = (list: Path, path: Path): boolean =>
  path.length > list.length && list.every((key, index) => key === path[index]);

/** For each list of reviews of a visit, its document with something else in place of the first review. */
async function foreignReviews(
  fixture: ConformanceFixture,
): Promise<readonly (readonly [SampleResponse, ForeignShape])[]> {
  const found: (readonly [SampleResponse, ForeignShape])[] = [];
  for (const response of await responsesOf(fixture)) {
    for (const shape of foreignShapesOf(response.text, { elements: 2, isUsed: () => true })) {
      if (shape.change !== 'a number' || typeof shape.path.at(-1) !== 'number') continue;
      const { reviews, unread } = await read(response, shape.document());
      const isReview = reviews.length === fixture.sandbox.listing(fixture.slug, fixture.options.key).reviews.length - 1;
      if (isReview && unread.review === 1) found.push([response, shape]);
    }
  }
  return found;
}

/** A visit that receives `text` instead of the response. */
function visitWith(fixture: ConformanceFixture, response: SampleResponse, text: string) {
  const parse: Parse = (parser, document, facts) => {
    const isResponse = parser.name === response.parser.name && textOf(document) === response.received;
    return parseInPlace(parser, isResponse ? text : document, facts);
  };
  return observeVisit(() => fixture.begin(undefined, { parse }));
}

/** A document that states fewer reviews never leads to deletions. */
async function expectNotBelieved(
  fixture: ConformanceFixture,
  response: SampleResponse,
  shape: ForeignShape,
): Promise<void> {
  fixture.hasStoredReviews = true;
  const visit = await visitWith(fixture, response, shape.document());
  const place = `${response.parser.name}: ${shape.path.join('.')}: ${shape.change}`;
  const losesReviews = visit.reviews.length < fixture.sandbox.listing(fixture.slug, fixture.options.key).reviews.length;
  const isBelieved = visit.error === null && losesReviews && couldDelete(visit);
  expect({ place, isBelieved }).toEqual({ place, isBelieved: false });
}
