/**
 * Folds texts, so that a name is found in the forms that pages use beside the written one: in another case, without accents, as a slug
 * (`ada-lovett`, `adaLovett`, `Ada+Lovett`), and in its parts.
 */
import { buildText, endOf, startOf, type DecodedText } from './decoded-text';
import { StringSet } from './string-set';

/** Letters that Unicode does not decompose, as slugs write them. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
/** The German spelling without dots. */
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };
const NOT_OF_WORDS = /[^\p{L}\p{N}]/gu;
/** Code units that replace a character: both sides of a comparison are cut alike. */
const MAX_FOLDED = 2;
const FIRST_NON_ASCII = 0x80;

/** The letters and digits of a character in lower case, without accents; empty for all others. */
function foldedCharacter(character: string): string {
  const plain = character.normalize('NFKD').toLowerCase().replace(NOT_OF_WORDS, '');
  return (SPELLED[plain] ?? plain).slice(0, MAX_FOLDED);
}

/** Like `foldedCharacter`, for ASCII: the code of a letter or digit, otherwise 0. */
function foldedAscii(code: number): number {
  if (code >= 0x41 && code <= 0x5a) return code | 0x20;
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) ? code : 0;
}

/** The letters and digits of a text, folded, with their places in the document. Linear. */
export function foldText(from: DecodedText): DecodedText {
  const { text } = from;
  return buildText(from, text.length * MAX_FOLDED, (add) => {
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code < FIRST_NON_ASCII) {
        const folded = foldedAscii(code);
        if (folded !== 0) add(folded, index, index);
        continue;
      }
      const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
      const last = index + character.length - 1;
      const folded = foldedCharacter(character);
      for (let unit = 0; unit < folded.length; unit += 1) add(folded.charCodeAt(unit), index, last);
      index = last;
    }
  });
}

const foldString = (text: string): string => foldText({ text, starts: null, ends: null }).text;

/** The spellings of a name: with and without the letters that replace dots. */
function spellings(name: string): readonly string[] {
  const written = name.normalize('NFC').toLowerCase();
  const german = written.replace(/[äöüøå]/g, (letter) => UMLAUTS[letter] ?? letter);
  return [...new Set([foldString(written), foldString(german)])];
}

/** A shorter name is found only as a word of its own, a shorter text not at all. */
const MIN_ANYWHERE = 8;
const MIN_WORD = 4;
const MIN_TEXT = 12;
/** In decoded bytes a shorter string would be found by chance. */
export const MIN_IN_BYTES = 6;
/** Words of names without a person, which pages also use in other places. */
const COMMON = new Set([
  'user',
  'guest',
  'customer',
  'client',
  'member',
  'reviewer',
  'anonymous',
  'traveler',
  'verified',
]);

/** The words of names that identify a person. */
function wordsOf(names: readonly string[], common: Iterable<string>): readonly string[] {
  const ignored = new Set([...COMMON, ...[...common].map(foldString)]);
  const words = names.flatMap((name) => name.split(/[^\p{L}\p{M}\p{N}]+/u)).flatMap(spellings);
  return words.filter((word) => word.length >= MIN_WORD && !ignored.has(word) && !/^\p{N}+$/u.test(word));
}

/** Names and texts that are searched in their folded forms. */
export class FoldedStrings {
  private readonly anywhere: StringSet;
  private readonly words: StringSet;
  private readonly inBytes: StringSet;
  private readonly names: ReadonlySet<string>;

  /** `common` are further words that are no part of a name, such as the platform's. */
  constructor(names: Iterable<string>, texts: Iterable<string> = [], common: Iterable<string> = []) {
    const people = [...names];
    const whole = people.flatMap(spellings);
    const long = [...texts].map(foldString).filter(({ length }) => length >= MIN_TEXT);
    const anywhere = [...long, ...whole.filter(({ length }) => length >= MIN_ANYWHERE)];
    const words = [...whole.filter(({ length }) => length < MIN_ANYWHERE), ...wordsOf(people, common)];
    this.names = new Set(whole);
    this.anywhere = new StringSet(anywhere);
    this.words = new StringSet(words);
    this.inBytes = new StringSet([...anywhere, ...words].filter(({ length }) => length >= MIN_IN_BYTES));
  }

  /** Whether a text is a name as a whole. */
  isName(text: string): boolean {
    return text.length <= 200 && this.names.has(foldString(text));
  }

  /** Calls `found` with ranges of the folded text. */
  search(folded: DecodedText, found: (start: number, end: number) => void): void {
    this.anywhere.search(folded.text, found);
    this.words.search(folded.text, (start, end) => {
      if (isBoundary(folded, start) && isBoundary(folded, end)) found(start, end);
    });
  }

  /** Whether a text that was decoded from bytes contains one of the longer strings. */
  isIn(text: string): boolean {
    let isFound = false;
    this.inBytes.search(foldString(text), () => (isFound = true));
    return isFound;
  }
}

/** Whether a word ends before this place of a folded text: something was left out in between. */
function isBoundary(folded: DecodedText, index: number): boolean {
  if (index <= 0 || index >= folded.text.length) return true;
  return startOf(folded, index) !== endOf(folded, index - 1) && startOf(folded, index) !== startOf(folded, index - 1);
}
