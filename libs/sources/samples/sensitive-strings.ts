/** Collects the personal strings of reviews: names, texts, replies, and the values that `rawPrivacy` declares. */
import type { CollectedReview } from '../collected-review';
import type { SourceFacts } from '../source';

/** Lines of a text that are searched in the raw record. */
const SEARCHED_LINES = 10;
const COMPARED_CHARACTERS = 12;
const MIN_TITLE = 4;
/** A longer value is a text. */
const MAX_NAME = 100;

/**
 * The personal strings of the reviews, each whole and by lines, with white space as it is and collapsed. A string of the raw record
 * that contains the beginning of a text, or is the beginning of one, is personal, too: it is the text before the adapter removed its
 * markup, or a title.
 */
export function sensitiveStrings(
  reviews: Iterable<CollectedReview>,
  { names, drop }: SourceFacts['rawPrivacy'],
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const review of reviews) {
    const texts = [review.author, review.text, review.positive, review.negative, review.replyText];
    for (const text of texts) addText(found, text);
    for (const leaf of personalLeaves(review.raw, [...names, ...drop])) addText(found, String(leaf));
    const compactTexts = texts.flatMap((text) => (text === null ? [] : [withoutSpace(text)]));
    const beginnings = texts.flatMap(beginningsOf);
    for (const leaf of leaves(review.raw))
      if (typeof leaf === 'string' && isPartOf(withoutSpace(leaf), compactTexts, beginnings)) addText(found, leaf);
  }
  return found;
}

/** The names of the people of the reviews: those of the authors, and the texts that `rawPrivacy` declares as names. */
export function personalNames(
  reviews: Iterable<CollectedReview>,
  { names }: Pick<SourceFacts['rawPrivacy'], 'names'>,
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { author, raw } of reviews) {
    for (const name of [author, ...personalLeaves(raw, names)])
      if (typeof name === 'string' && name.length <= MAX_NAME) found.add(name);
  }
  return found;
}

function addText(found: Set<string>, text: string | null): void {
  if (text === null) return;
  for (const part of [text, ...text.split(/\n\s*\n/), ...text.split('\n')]) {
    const trimmed = part.trim();
    if (trimmed === '') continue;
    found.add(trimmed);
    found.add(trimmed.replace(/\s+/g, ' '));
  }
}

/** The strings and numbers below the paths. A number that is also elsewhere in the record is a time or a count. */
function personalLeaves(raw: unknown, paths: readonly string[]): readonly (string | number)[] {
  const personal = paths.flatMap((path) => [...valuesAt(raw, path.split('.'))].flatMap((value) => [...leaves(value)]));
  const counts = new Map<string | number, number>();
  for (const leaf of leaves(raw)) counts.set(leaf, (counts.get(leaf) ?? 0) + 1);
  for (const leaf of personal) counts.set(leaf, (counts.get(leaf) ?? 0) - 1);
  return personal.filter((leaf) => typeof leaf === 'string' || (counts.get(leaf) ?? 0) <= 0);
}

function* valuesAt(value: unknown, path: readonly string[]): Generator<unknown> {
  const [head, ...rest] = path;
  if (head === undefined) yield value;
  else if (isRecord(value))
    for (const key of head === '*' ? Object.keys(value) : [head]) yield* valuesAt(value[key], rest);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/**
 * Whether a string of the raw record is a text of the review: it contains the beginning of a line, or the text begins with it, such as a
 * title that repeats the text.
 */
function isPartOf(leaf: string, texts: readonly string[], beginnings: readonly string[]): boolean {
  if (beginnings.some((beginning) => leaf.includes(beginning))) return true;
  const title = leaf.replace(/(?:\u2026|\.\.\.)$/, '');
  return title.length >= MIN_TITLE && texts.some((text) => text.startsWith(title));
}

function beginningsOf(text: string | null): readonly string[] {
  if (text === null) return [];
  return text
    .split('\n', SEARCHED_LINES)
    .map((line) => withoutSpace(line).slice(0, COMPARED_CHARACTERS))
    .filter((beginning) => beginning.length === COMPARED_CHARACTERS);
}

const withoutSpace = (text: string): string => text.replace(/\s+/g, '');

/** All strings and numbers in plain data, iteratively, because hostile data may be deeply nested. */
function* leaves(value: unknown): Generator<string | number> {
  const stack = [value];
  while (stack.length > 0) {
    const next = stack.pop();
    if (typeof next === 'string' || typeof next === 'number') yield next;
    else if (isRecord(next)) for (const inner of Object.values(next)) stack.push(inner);
  }
}
