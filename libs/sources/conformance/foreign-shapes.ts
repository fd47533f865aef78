/**
 * Derives documents in which one value has a foreign shape from a response of a platform: every field and list in turn is missing, null,
 * empty, of another type, or out of every range. The rest of the document is unchanged.
 */
import { jsonIslandsOf, parsedContainer } from './json-islands';

export type Path = readonly (string | number)[];

export interface ForeignShape {
  /** Where the value is; `path` of all values in one list have the same beginning. */
  readonly path: Path;
  readonly change: string;
  /** The value is gone, as a platform may state that there is none; otherwise it is there in an undocumented form. */
  readonly isAbsent: boolean;
  /** The text of the new value, if it is one text or number. */
  readonly scalar: string | null;
  readonly document: () => string;
}

const NO_DATE = 'the day before yesterday';
/** The name of a change. */
export const LIST_OF_EMPTY = 'a list of an empty object';
const HUGE = 1e300;
const DIGITS = '9'.repeat(400);

export interface Extent {
  /** Of each list, the first elements are changed inside; the others have the same form. */
  readonly elements: number;
  /** Whether a value is changed inside, too; asked after its own changes. */
  readonly isUsed: (path: Path) => boolean;
}

/** All foreign shapes of a document. */
export function* foreignShapesOf(text: string, extent: Extent): Generator<ForeignShape> {
  const islands = jsonIslandsOf(text);
  for (const [index, { value, documentWith }] of islands.entries()) {
    for (const { path, node, replaced } of nodesIn(value, [index], extent, (changed) => changed)) {
      for (const { change, isAbsent, to } of changesOf(node, path)) {
        const scalar = typeof to === 'string' || typeof to === 'number' ? String(to) : null;
        yield { path, change, isAbsent, scalar, document: () => documentWith(replaced(to)) };
      }
    }
  }
  if (islands.length === 0) yield* foreignMarkupOf(text, extent);
}

const WIDE: Extent = { elements: 2, isUsed: () => true };

/** A list of a document with one element less. */
export interface ShorterList {
  readonly path: Path;
  readonly text: string;
}

/** For each list of a document with at least two elements, the document without one of them: each of the first ones and the last one. */
export function* shorterListsOf(text: string): Generator<ShorterList> {
  for (const [index, { value, documentWith }] of jsonIslandsOf(text).entries()) {
    for (const { path, node, replaced } of nodesIn(value, [index], WIDE, (changed) => changed)) {
      if (!Array.isArray(node) || node.length < 2) continue;
      const positions = new Set([...node.keys()].slice(0, 3)).add(node.length - 1);
      for (const position of positions) yield { path, text: documentWith(replaced(node.toSpliced(position, 1))) };
    }
  }
}

/** Marks a value that is left out. */
const MISSING = Symbol('missing');

interface Node {
  readonly path: Path;
  readonly node: unknown;
  /** The whole value with another one in this place. */
  readonly replaced: (to: unknown) => unknown;
}

function* nodesIn(node: unknown, path: Path, extent: Extent, replaced: Node['replaced']): Generator<Node> {
  yield { path, node, replaced };
  if (typeof node === 'string') yield* nodesInText(node, path, extent, replaced);
  if (typeof node !== 'object' || node === null || !extent.isUsed(path)) return;
  const isList = Array.isArray(node);
  const isTuple = isList && !node.every((element) => typeof element === 'object' && element !== null);
  for (const [key, child] of Object.entries(node)) {
    if (isList && !isTuple && Number(key) >= extent.elements) return;
    yield* nodesIn(child, [...path, isList ? Number(key) : key], extent, (to) => replaced(withChild(node, key, to)));
  }
}

/** A text that is JSON itself. */
function* nodesInText(node: string, path: Path, extent: Extent, replaced: Node['replaced']): Generator<Node> {
  const inner = /^\s*[[{]/.test(node) ? parsedContainer(node) : null;
  if (inner !== null) yield* nodesIn(inner, [...path, 'json'], extent, (to) => replaced(JSON.stringify(to)));
}

function withChild(parent: object, key: string, to: unknown): unknown {
  if (Array.isArray(parent)) {
    const position = Number(key);
    return to === MISSING
      ? parent.filter((_, index) => index !== position)
      : parent.map((element: unknown, index) => (index === position ? to : element));
  }
  const entries = Object.entries(parent).filter(([name]) => name !== key || to !== MISSING);
  return Object.fromEntries(entries.map(([name, value]) => [name, name === key ? to : (value as unknown)]));
}

interface Change {
  readonly change: string;
  readonly isAbsent: boolean;
  readonly to: unknown;
}

function changesOf(node: unknown, path: Path): readonly Change[] {
  const absent = (change: string, to: unknown): Change => ({ change, isAbsent: true, to });
  const foreign = (change: string, to: unknown): Change => ({ change, isAbsent: false, to });
  // Without an element, the others are in another position; a document is never missing.
  const missing = typeof path.at(-1) === 'string' ? [absent('missing', MISSING)] : [];
  const common = [...missing, ...(node === null ? [] : [absent('null', null)])];
  switch (typeof node) {
    case 'string':
      return [
        ...common,
        absent('empty', ''),
        absent('blank', '  '),
        foreign('another text', NO_DATE),
        // A number in a text may also be written as a number.
        ...(/^\d+$/.test(node) ? [] : [foreign('a number', 7)]),
        foreign('a list', [node]),
        foreign('an object', { value: node }),
      ];
    case 'number':
      return [
        ...common,
        foreign('a text', NO_DATE),
        foreign('a huge number', HUGE),
        foreign('a negative number', -node - 1),
        foreign('a list', [node]),
        foreign('an object', { value: node }),
      ];
    case 'boolean':
      return [...common, foreign('a text', NO_DATE), foreign('an object', {})];
    case 'object':
      return node === null ? [] : [...common, ...changesOfContainer(node, foreign, absent)];
    default:
      return [];
  }
}

function changesOfContainer(
  node: object,
  foreign: (change: string, to: unknown) => Change,
  absent: (change: string, to: unknown) => Change,
): readonly Change[] {
  if (Array.isArray(node)) {
    const isFilled = node.length > 0;
    return [
      ...(isFilled ? [absent('empty', [])] : []),
      foreign('an object instead of a list', { value: node }),
      foreign('a text', NO_DATE),
      ...(isFilled ? [foreign(LIST_OF_EMPTY, [{}])] : []),
    ];
  }
  return [absent('empty', {}), foreign('a list', [node]), foreign('a text', NO_DATE), foreign('a number', 7)];
}

/** Texts and values of attributes. */
const MARKUP = /(?<=>)[^<>{}]*[^<>{}\s][^<>{}]*(?=<)|(?<==")[^"<>]+(?=")/g;

/** The same for a page without JSON: every text and every value of an attribute. Equal surroundings are changed once. */
function* foreignMarkupOf(text: string, { elements }: Extent): Generator<ForeignShape> {
  const seen = new Map<string, number>();
  for (const match of text.matchAll(MARKUP)) {
    const before = text.slice(Math.max(0, match.index - 40), match.index).replace(/\d+/g, '0');
    const times = (seen.get(before) ?? 0) + 1;
    seen.set(before, times);
    if (times > elements) continue;
    const end = match.index + match[0].length;
    const documentWith = (value: string) => () => text.slice(0, match.index) + value + text.slice(end);
    const path = [before.trim().slice(-30), times];
    // Such an attribute says what an element is; without it, the element is not there.
    const isMeaning = /(?:class|itemprop|itemtype)="$/.test(before);
    yield { path, change: 'empty', isAbsent: true, scalar: '', document: documentWith('') };
    yield { path, change: 'another text', isAbsent: isMeaning, scalar: NO_DATE, document: documentWith(NO_DATE) };
    yield { path, change: 'many digits', isAbsent: isMeaning, scalar: DIGITS, document: documentWith(DIGITS) };
  }
}
