/**
 * Parsers convert foreign documents to reviews: pure functions from a document and a few facts to plain data. They run in
 * separate threads (`parsing-pool.ts`), because a hostile page can take minutes or gigabytes to parse, which must not block the
 * main thread, which renews leases and responds to probes.
 */
import type { CollectedReview } from '../collected-review';
import type { Unread } from '../unread';
import type { PackedReviews } from './packed-reviews';

/** An undecoded response body, or a text that a browser read from a page. */
export type ForeignDocument = string | ForeignBytes;

export interface ForeignBytes {
  readonly bytes: Uint8Array;
  /** The `Content-Type` header, which may contain the charset. */
  readonly contentType: string | undefined;
}

/**
 * The result of a parser: plain data. `reviews` may be large; the rest is small. `unread` is what the document shows beside the reviews
 * and was not read; `fault` says why the first item or part was not read.
 */
export type ParsedData = object & {
  readonly reviews?: readonly CollectedReview[];
  readonly unread?: Unread;
  readonly fault?: string | null;
};

/** Returns the key that identifies a review within its list, across pages; null if there is none. */
export type KeyOf = (review: CollectedReview) => string | null;

/**
 * Parses one kind of document. `Facts` and `Result` are plain data (structured clone: dates and sets are allowed, functions are
 * not). `read` depends on its arguments only and throws a `SourceError` for an invalid document.
 */
export interface Parser<Facts, Result extends ParsedData> {
  /** Unique name by which a thread finds the parser: `<platform>/<document>`. */
  readonly name: string;
  readonly read: (text: string, facts: Facts) => Result;
  readonly keyOf: KeyOf;
  /** The parser also reads documents that are cut off or not valid in their charset; absent: their text is refused. */
  readonly isTolerant?: boolean;
}

/** The result of a parser as received from a thread: its reviews are unpacked on iteration. */
export type Unpacked<Result> = Result extends { readonly reviews: unknown }
  ? Omit<Result, 'reviews'> & { readonly reviews: PackedReviews }
  : Result;

/**
 * Runs a parser in a thread. The bytes are transferred to the thread, so a document can be parsed only once. Throws what the
 * parser throws, and `Changed` for a document that exceeds the time or memory limit or has a review that is too large.
 */
export type Parse = <Facts, Result extends ParsedData>(
  parser: Parser<Facts, Result>,
  document: ForeignDocument,
  facts: Facts,
) => Promise<Unpacked<Result>>;

/**
 * Creates a parser. It must be listed in `platforms/parsers.ts`, in which threads find it. By default the key of a review is the
 * platform's id.
 */
export function parser<Facts, Result extends ParsedData>(
  name: string,
  read: (text: string, facts: Facts) => Result,
  keyOf: KeyOf = ({ externalId }) => externalId,
): Parser<Facts, Result> {
  return { name, read, keyOf };
}

/** The result type of a parser. */
export type ResultOf<P> = P extends Parser<never, infer Data> ? Unpacked<Data> : never;
