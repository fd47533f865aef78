/** The fields by which a review is recognized under another id, in the forms in which they are compared. */
import { comparableText } from '@libs/sources';
import { isPlaceholder, maskAuthor } from './mask-author';

/** The identifying fields of a stored or collected review. */
export interface IdentifyingFields {
  readonly externalId: string;
  /** Masked. */
  readonly author: string | null;
  readonly text: string | null;
  readonly reviewDate: string | null;
  /** True if the date was computed from "3 weeks ago". */
  readonly isRelative?: boolean;
  /** Whole hundredths of a star. */
  readonly rating: number | null;
  /** True for a stored review that is marked as deleted. */
  readonly isDeleted?: boolean;
}

/** Longer names are compared up to here. */
const COMPARED_NAME_LENGTH = 200;
/** Names of more words have no other form. Each word of one name is compared with each word of the other. */
const MAX_NAME_WORDS = 8;
/** Longer texts are compared up to here. */
const COMPARED_LENGTH = 20_000;
/** Similar and damaged texts are compared up to here. */
const SAMPLED_LENGTH = 600;
/** A cut text identifies a review only from this length on. */
const SHORTEST_BEGINNING = 40;
/** Shorter texts are equal or different, never similar. */
const SHORTEST_SIMILAR = 8;
/** Least share of equal groups of three letters in similar texts. */
const LEAST_SIMILARITY = 0.6;
/** What a decoder writes for bytes that it cannot decode. */
const LOST = '\uFFFD';

export class ComparedReview {
  readonly id: string;
  readonly author: string | null;
  /** The author's words in lower case; null without an author, and for names that do not tell authors apart. */
  readonly name: string | null;
  /** The letters, marks and digits of the text; the whole text if it has none, as of emoji; empty without a text. */
  readonly words: string;
  /** NaN without a date. */
  readonly at: number;
  /** `YYYY-MM-DD`. */
  readonly day: string | null;
  readonly isRelative: boolean;
  readonly rating: number | null;
  readonly isDeleted: boolean;
  /** How many characters of the author and the text were lost in decoding. */
  private readonly lost: { readonly author: number; readonly text: number };
  private readonly text: string;
  private sampledTriples: ReadonlyMap<string, number> | null = null;

  constructor({ externalId, author, text, reviewDate, rating, ...marks }: IdentifyingFields) {
    this.text = text?.slice(0, COMPARED_LENGTH) ?? '';
    this.id = externalId;
    this.author = author;
    this.name = author === null ? null : comparableName(author);
    this.words = wordsOf(comparableText(this.text));
    this.at = Date.parse(`${reviewDate ?? ''}Z`);
    this.day = reviewDate?.slice(0, 10) ?? null;
    this.isRelative = marks.isRelative === true;
    this.rating = rating;
    this.isDeleted = marks.isDeleted === true;
    this.lost = { author: countLost(author ?? ''), text: countLost(this.text) };
  }

  /** Whether characters of the author or the text were lost in decoding. */
  get isDamaged(): boolean {
    return this.lost.author + this.lost.text > 0;
  }

  /** How often each group of three letters occurs at the beginning of the text. */
  get triples(): ReadonlyMap<string, number> {
    this.sampledTriples ??= triplesOf(this.words.slice(0, SAMPLED_LENGTH));
    return this.sampledTriples;
  }

  /** Whether one of them is the other with characters that were lost in decoding. */
  isDamagedFormOf(other: ComparedReview): boolean {
    if (this.isDamaged === other.isDamaged) return false;
    const [damaged, whole] = this.isDamaged ? [this, other] : [other, this];
    return (
      mayHaveLost(damaged.author ?? '', damaged.lost.author, whole.author ?? '') &&
      mayHaveLost(damaged.text, damaged.lost.text, whole.text)
    );
  }
}

/** The words of a name in lower case; null for placeholders, which many authors have. */
export function comparableName(author: string): string | null {
  const masked = maskAuthor(comparableText(author.slice(0, COMPARED_NAME_LENGTH)));
  if (masked === null || isPlaceholder(masked)) return null;
  const plain = masked.normalize('NFKC').toLowerCase();
  const words = plain.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '');
  return words.join(' ') || plain;
}

/** The letters, marks and digits of a text, because roads and parsers differ in spaces and punctuation. */
function wordsOf(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase();
  // Variation selectors are marks that only change how an emoji looks.
  const visible = plain.replace(/[\s\uFE00-\uFE0F]+/gu, '');
  return visible.replace(/[^\p{L}\p{M}\p{N}]+/gu, '') || visible;
}

function triplesOf(words: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (let at = 0; at + 3 <= words.length; at += 1) {
    const triple = words.slice(at, at + 3);
    counts.set(triple, (counts.get(triple) ?? 0) + 1);
  }
  return counts;
}

/** The first letters of a text that is long enough to be recognized if it is cut; null for a shorter one. */
export function beginningOf({ words }: ComparedReview): string | null {
  return words.length < SHORTEST_BEGINNING ? null : words.slice(0, SHORTEST_BEGINNING);
}

/** Whether the text of one of them is the beginning of the other's. */
export function isCut(one: ComparedReview, other: ComparedReview): boolean {
  if (beginningOf(one) === null || beginningOf(other) === null) return false;
  return one.words.startsWith(other.words) || other.words.startsWith(one.words);
}

/** Whether one text may be an edited form of the other. */
export function isSimilar(one: ComparedReview, other: ComparedReview): boolean {
  if (isCut(one, other)) return true;
  if (Math.min(one.words.length, other.words.length) < SHORTEST_SIMILAR) return false;
  let [common, total] = [0, 0];
  for (const [triple, count] of one.triples) {
    common += Math.min(count, other.triples.get(triple) ?? 0);
    total += count;
  }
  for (const count of other.triples.values()) total += count;
  return 2 * common >= LEAST_SIMILARITY * total;
}

/**
 * Whether two names may be two forms of one: each word of the shorter begins another word of the longer, or is begun by it, in any order.
 *
 *   a · anna m k      lovett a · ada l      but not: anna k · ada k
 */
export function isFormOfName(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return false;
  if (one === other) return true;
  const [short, long] = [one.split(' '), other.split(' ')].sort((a, b) => a.length - b.length) as [string[], string[]];
  if (long.length > MAX_NAME_WORDS) return false;
  const rest = [...long];
  // Longer words first: an initial fits many words.
  return [...short]
    .sort((a, b) => b.length - a.length)
    .every((word) => {
      const index = rest.findIndex((candidate) => candidate.startsWith(word) || word.startsWith(candidate));
      if (index >= 0) rest.splice(index, 1);
      return index >= 0;
    });
}

/** Time zones differ by up to 26 hours, and some pages show the day only. */
export const DATES_DIFFER_BY_MS = 36 * 3_600_000;
/**
 * An edited review agrees in fewer parts, so its dates must agree better: an author may write on two days. The times of one moment differ
 * from UTC by this.
 */
export const EDITED_DATES_DIFFER_BY_MS = 14 * 3_600_000;

/** Whether two reviews have dates that cannot be of one review; a date in which day and month are exchanged can. */
export function datesContradict(one: ComparedReview, other: ComparedReview): boolean {
  if (one.day === null || other.day === null || one.isRelative || other.isRelative) return false;
  return !(Math.abs(one.at - other.at) <= EDITED_DATES_DIFFER_BY_MS) && one.day !== exchanged(other.day);
}

/** `2026-03-04` → `2026-04-03`. */
const exchanged = (day: string): string => `${day.slice(0, 5)}${day.slice(8, 10)}-${day.slice(5, 7)}`;

/** Most characters that one lost character may replace, because a decoder replaces several bytes by one. */
const LOST_AT_ONCE = 3;

/**
 * Whether `damaged` is `whole` with lost characters: the lengths agree, and what remains of its beginning occurs in the same order.
 */
function mayHaveLost(damaged: string, lost: number, whole: string): boolean {
  const missing = whole.length - (damaged.length - lost);
  if (missing < lost || missing > lost * LOST_AT_ONCE) return false;
  let at = 0;
  for (const character of damaged.slice(0, SAMPLED_LENGTH)) {
    if (character === LOST) continue;
    at = whole.indexOf(character, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

const countLost = (text: string): number => text.split(LOST).length - 1;
