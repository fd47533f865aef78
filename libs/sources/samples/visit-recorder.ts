/** Records the responses of a visit and makes documents of them that contain no personal data. */
import type { CollectedReview } from '../collected-review';
import { textOf } from '../parsing/serve-parsers';
import type { ForeignDocument, Parse } from '../parsing/parser';
import type { SourceFacts, VisitTools } from '../source';
import { isMasked } from './mask-text';
import { observedTools, type ObservedResponse, type ParserCall } from './observed-tools';
import { FoldedStrings } from './folded-text';
import { redact } from './redact';
import { addressWithoutKeys } from './secret-names';
import { personalNames, sensitiveStrings } from './sensitive-strings';
import { maskByShape } from './shape-mask';
import { StringSet } from './string-set';

type Personal = readonly [strings: StringSet, folded: FoldedStrings];

/** How the texts of a document were hidden. `parsed`: with the same result of its parser; `shape`: all texts are masked. */
export type Masking = 'parsed' | 'shape';

/** A document without personal data. */
export interface RecordedDocument {
  readonly by: ObservedResponse['by'];
  readonly method: ObservedResponse['method'];
  /** Without keys. */
  readonly url: string;
  readonly status: number;
  readonly parsers: readonly string[];
  readonly masking: Masking;
  /** Reviews that the parsers read in it. */
  readonly reviews: number;
  readonly text: string;
}

interface ReadResult extends ParserCall {
  readonly reviews: readonly CollectedReview[];
  readonly failed: boolean;
}

interface Heard extends Omit<ObservedResponse, 'document'> {
  readonly key: ForeignDocument;
  readonly text: string;
  readonly results: ReadResult[];
}

/** A larger document is cut before it is masked by its shape. */
const MAX_CHARACTERS = 4 * 1024 * 1024;
const MAX_RESPONSES = 100;

export class VisitRecorder {
  private readonly heard: Heard[] = [];

  constructor(private readonly facts: Pick<SourceFacts, 'slug' | 'rawPrivacy'>) {}

  /** The same tools, recorded. */
  observe(tools: VisitTools): VisitTools {
    return observedTools(
      tools,
      {
        onResponse: ({ document, ...response }) => {
          if (this.heard.length < MAX_RESPONSES)
            this.heard.push({ ...response, key: document, text: textOf(document, { isTolerant: true }), results: [] });
        },
        onParse: (document, call) => {
          const heard = this.heard.findLast(({ key }) => key === document);
          const note = (reviews: Iterable<CollectedReview>, failed: boolean): void =>
            void heard?.results.push({ ...call, reviews: [...reviews], failed });
          return { onResult: (reviews) => note(reviews ?? [], false), onError: () => note([], true) };
        },
      },
      this.facts,
    );
  }

  /**
   * The documents of a visit that succeeded. A redacted document is parsed again with `parse`. It is masked by its shape if the result
   * differs or contains a text that is not masked, if no parser read it, and if it is larger than 4 MB.
   */
  async documents(parse: Parse): Promise<readonly RecordedDocument[]> {
    const personal = this.personal();
    const documents: RecordedDocument[] = [];
    for (const heard of this.heard) {
      const redacted = canBeRedacted(heard) ? redact(heard.text, ...personal) : null;
      const isSame = redacted !== null && (await readsTheSame(redacted, heard.results, parse));
      documents.push(isSame ? described(heard, 'parsed', redacted) : byShape(heard, personal));
    }
    return documents;
  }

  /** The documents of a visit that failed, masked by their shape. */
  failedDocuments(): readonly RecordedDocument[] {
    return this.heard.map((heard) => byShape(heard, this.personal()));
  }

  /** The reviews of the visit as JSON, redacted like the documents. */
  reviewsJson(reviews: readonly CollectedReview[]): string {
    return redact(JSON.stringify(reviews, null, 2), ...this.personal(reviews));
  }

  private personal(more: readonly CollectedReview[] = []): Personal {
    const read = this.heard.flatMap(({ results }) => results.flatMap((result) => result.reviews));
    const reviews = [...read, ...more];
    const { slug, rawPrivacy } = this.facts;
    const strings = sensitiveStrings(reviews, rawPrivacy);
    const folded = new FoldedStrings(personalNames(reviews, rawPrivacy), strings, slug.split('-'));
    return [new StringSet(strings), folded];
  }
}

const canBeRedacted = ({ text, results }: Heard): boolean =>
  text.length <= MAX_CHARACTERS && results.length > 0 && results.every(({ failed }) => !failed);

/** Keys and names of classes that are names of people are redacted first; the shape alone does not tell them. */
function byShape(heard: Heard, personal: Personal): RecordedDocument {
  return described(heard, 'shape', maskByShape(redact(heard.text.slice(0, MAX_CHARACTERS), ...personal)));
}

function described({ by, method, url, status, results }: Heard, masking: Masking, text: string): RecordedDocument {
  return {
    by,
    method,
    status,
    masking,
    text,
    url: addressWithoutKeys(url),
    parsers: [...new Set(results.map(({ parser }) => parser.name))],
    reviews: results.reduce((sum, { reviews }) => sum + reviews.length, 0),
  };
}

async function readsTheSame(text: string, results: readonly ReadResult[], parse: Parse): Promise<boolean> {
  try {
    for (const { parser, facts, reviews } of results) {
      const again = await parse(parser, text, facts as never);
      const found = [...(again.reviews ?? [])];
      if (found.length !== reviews.length) return false;
      if (!found.every((review, index) => isSameMasked(review, reviews[index]))) return false;
    }
    return true;
  } catch {
    return false;
  }
}

/** Whether a review of a redacted document has the fields of the original review, with masked texts. */
function isSameMasked(masked: CollectedReview, original: CollectedReview | undefined): boolean {
  if (original === undefined) return false;
  const isSame = KEPT_FIELDS.every((field) => masked[field] === original[field]);
  return isSame && TEXT_FIELDS.every((field) => isMaskOf(masked[field], original[field]));
}

const KEPT_FIELDS = ['externalId', 'reviewDate', 'listedAt', 'rating', 'ratingOriginal', 'replyDate'] as const;
const TEXT_FIELDS = ['author', 'text', 'positive', 'negative', 'replyText'] as const;

function isMaskOf(masked: string | null, original: string | null): boolean {
  if (masked === null || original === null) return masked === original;
  return masked.split('\n').every((line) => isMasked(line) || isShortNumber(line));
}

/** A short line without letters, such as `5/5`, is not masked. */
const isShortNumber = (line: string): boolean => line.length < 4 && !/\p{L}/u.test(line);
