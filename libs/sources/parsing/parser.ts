/**
 * How foreign text becomes reviews. What platforms answer is read by parsers: pure functions from a document and a few facts to
 * plain data. They run in threads of their own (`parsing-pool.ts`), because a page may be made so that reading it takes minutes
 * or gigabytes, and the thread that renews leases and answers probes must not be the one that finds out.
 */
import type { CollectedReview } from '../collected-review';
import type { PackedReviews } from './packed-reviews';

/** An answer as it came, undecoded; or a text that a browser took from a page. */
export type ForeignDocument = string | ForeignBytes;

export interface ForeignBytes {
  readonly bytes: Uint8Array;
  /** Names the charset, where the platform does. */
  readonly contentType: string | undefined;
}

/** What a parser gives: plain data. `reviews` may be many; the rest is small. */
export type ParsedData = object & { readonly reviews?: readonly CollectedReview[] };

/** What tells a review from the others of its list, also on other pages of it; null where nothing does. */
export type KeyOf = (review: CollectedReview) => string | null;

/**
 * One way to read a document. `Facts` and `Read` are plain data (structured clone: dates and sets too, no functions). `read` looks
 * at its arguments and nothing else, and throws a `SourceError` for what it cannot read.
 */
export interface Parser<Facts, Read extends ParsedData> {
  /** By which a thread finds it: `<platform>/<what>`. */
  readonly name: string;
  readonly read: (text: string, facts: Facts) => Read;
  readonly keyOf: KeyOf;
}

/** What a parser gave, as it comes from the thread: its reviews are unpacked when they are gone through. */
export type Unpacked<Read> = Read extends { readonly reviews: unknown }
  ? Omit<Read, 'reviews'> & { readonly reviews: PackedReviews }
  : Read;

/**
 * Reads a document with a parser. The bytes are handed over: a document is parsed once, and empty afterwards. Throws what the
 * parser throws, and `Changed` for a document that takes too long, too much memory, or gives a review that is too large.
 */
export type Parse = <Facts, Read extends ParsedData>(
  parser: Parser<Facts, Read>,
  document: ForeignDocument,
  facts: Facts,
) => Promise<Unpacked<Read>>;

/**
 * A parser of this name; listed in `platforms/parsers.ts`, or no thread knows it. Reviews are told apart by the platform's ids
 * where `keyOf` says nothing else.
 */
export function parser<Facts, Read extends ParsedData>(
  name: string,
  read: (text: string, facts: Facts) => Read,
  keyOf: KeyOf = ({ externalId }) => externalId,
): Parser<Facts, Read> {
  return { name, read, keyOf };
}

/** What reading with a parser gives. */
export type ReadBy<P> = P extends Parser<never, infer Data> ? Unpacked<Data> : never;
