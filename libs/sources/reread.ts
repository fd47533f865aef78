/**
 * Reads stored records of reviews (`CollectedReview.raw`) again, with the parsers of today (`hrev sources reparse`). A source can do so if
 * the stored record of a review is what its parser reads: the same JSON, without personal data. A record that was made of a page, or that
 * has lost its id with the personal data, cannot be read again.
 */
import type { CollectedReview } from './collected-review';
import type { Parse, ParsedData, Parser } from './parsing/parser';
import { SourceError } from './source-errors';

export type StoredRecord = Readonly<Record<string, unknown>>;

/** The page of the records, and the tools to read them. */
export interface RereadPage {
  /** Its canonical address. */
  readonly url: string;
  /** The name of the object on the page; null if it is unknown. */
  readonly name: string | null;
  readonly parse: Parse;
  readonly now: Date;
}

/** How the stored records of a source are read again. */
export interface Reread {
  /** Parts that a record lacks, because they are personal data or of the page: what is stored is kept. */
  readonly keeps: readonly KeptPart[];
  /** Returns a review for each record, in their order; null for a record that cannot be read. */
  read(records: readonly StoredRecord[], page: RereadPage): Promise<readonly (CollectedReview | null)[]>;
}

/** `date`: a stored date is kept, and a missing one is read. */
export type KeptPart = 'address' | 'date';

/** One kind of records: those of an API of the platform. */
interface RecordKind<Facts> {
  readonly isOfKind: (record: StoredRecord) => boolean;
  /** Reads a document of the API that lists the records. */
  readonly parser: Parser<Facts, ParsedData & { readonly reviews: readonly CollectedReview[] }>;
  readonly documentOf: (records: readonly StoredRecord[], page: RereadPage) => unknown;
  /** Undefined if the address is not that of a page of the platform. */
  readonly factsOf: (url: URL, now: Date) => Facts | undefined;
  /** The document as text; JSON by default. */
  readonly textOf?: (document: unknown) => string;
}

/** Reads the records of one kind. */
type ReadKind = (records: readonly StoredRecord[], page: RereadPage) => Promise<readonly (CollectedReview | null)[]>;

/** A kind of records, and how they are read. */
export interface RereadKind {
  readonly isOfKind: (record: StoredRecord) => boolean;
  readonly read: ReadKind;
}

/** Declares a kind of records. */
export function recordKind<Facts>(kind: RecordKind<Facts>): RereadKind {
  const read = async (records: readonly StoredRecord[], page: RereadPage): Promise<readonly CollectedReview[]> => {
    const facts = kind.factsOf(new URL(page.url), page.now);
    if (facts === undefined) return [];
    const text = (kind.textOf ?? JSON.stringify)(kind.documentOf(records, page));
    return [...(await page.parse(kind.parser, text, facts)).reviews];
  };
  return { isOfKind: kind.isOfKind, read: (records, page) => readInHalves(records, (part) => read(part, page)) };
}

/** Records per document. */
const RECORDS_AT_ONCE = 100;

/** Declares how the records of a source are read again. */
export function reread(kinds: readonly RereadKind[], keeps: readonly KeptPart[] = []): Reread {
  return {
    keeps,
    async read(records, page) {
      const reviews: (CollectedReview | null)[] = records.map(() => null);
      for (const kind of kinds) {
        const places = [...records.keys()].filter((place) => kind === kindOf(records[place] as StoredRecord, kinds));
        for (let start = 0; start < places.length; start += RECORDS_AT_ONCE) {
          const part = places.slice(start, start + RECORDS_AT_ONCE);
          const read = await kind.read(
            part.map((place) => records[place] as StoredRecord),
            page,
          );
          for (const [n, place] of part.entries()) reviews[place] = read[n] ?? null;
        }
      }
      return reviews;
    },
  };
}

function kindOf(record: StoredRecord, kinds: readonly RereadKind[]): RereadKind | undefined {
  return kinds.find(({ isOfKind }) => isOfKind(record));
}

/** Reads records together. If a document is refused, or reviews of it are left out, reads its halves, down to single records. */
async function readInHalves(
  records: readonly StoredRecord[],
  read: (records: readonly StoredRecord[]) => Promise<readonly CollectedReview[]>,
): Promise<readonly (CollectedReview | null)[]> {
  const reviews = await read(records).catch((error: unknown) => {
    if (error instanceof SourceError) return [];
    throw error;
  });
  if (reviews.length === records.length) return reviews;
  if (records.length === 1) return [null];
  const half = Math.ceil(records.length / 2);
  return [...(await readInHalves(records.slice(0, half), read)), ...(await readInHalves(records.slice(half), read))];
}

/** Whether a record has all of these keys. */
export const hasKeys =
  (...keys: readonly string[]) =>
  (record: StoredRecord): boolean =>
    keys.every((key) => Object.hasOwn(record, key));
