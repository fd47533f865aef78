/**
 * Splits short texts with numbers ("Rated 4.5 out of 5", "1 234 отзыва") into words, numbers and signs, in one form for all
 * scripts: lower case, Latin digits, no invisible characters.
 */

export interface Tokens {
  /** Words without a full stop at their end, numbers with a decimal point (`4`, `4.5`), and single signs. */
  readonly tokens: readonly string[];
  /** Whether a blank precedes the token. */
  readonly spaced: readonly boolean[];
}

const TOKEN = /( ?)(\p{L}[\p{L}\p{M}'’]*\.?|\d+(?:[.,]\d+)?|[^ ])/gu;
const FRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/(\d)[ \t]?½/g, '$1.5'],
  [/(\d)[ \t]?¼/g, '$1.25'],
  [/(\d)[ \t]?¾/g, '$1.75'],
  [/(\d) 1\/2(?!\d)/g, '$1.5'],
];

/** ASCII with single blanks, without anything that the replacements change. */
const PLAIN = /^(?!.*\d 1\/2)[!-~]*(?: [!-~]+)* ?$/;

export const HALF_STAR = '⯨';

export function tokensOf(text: string): Tokens {
  const tokens: string[] = [];
  const spaced: boolean[] = [];
  for (const [, blank = '', token = ''] of plainForm(text).matchAll(TOKEN)) {
    tokens.push(/^\d/.test(token) ? token.replace(',', '.') : token.replace(/^(\p{L}.*)\.$/u, '$1'));
    spaced.push(blank !== '');
  }
  return { tokens, spaced };
}

/** Compatibility forms, signs and digits of other scripts are replaced: `４，５`, `٤٫٥`, `4½`. */
export function plainForm(text: string): string {
  // Nearly all texts of this kind are ASCII without fractions.
  if (PLAIN.test(text)) return text.toLowerCase().trim();
  // "½" after stars is half a star.
  const withFractions = FRACTIONS.reduce((form, [sign, digits]) => form.replace(sign, digits), text).replace(
    /½/g,
    HALF_STAR,
  );
  return withFractions
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{Cf}\ufe00-\ufe0f]/gu, '')
    .replace(/\p{Nd}/gu, latinDigit)
    .replace(/[٫]/g, '.')
    .replace(/[٬]/g, ',')
    .replace(/٪/g, '%')
    .replace(/[\u2044\u2215]/g, '/')
    .replace(/\s+/g, ' ')
    .trim();
}

/** In Unicode the ten digits of a script are consecutive, so the value of a digit is its distance from the zero. */
export function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  if (code >= 0x30 && code <= 0x39) return digit;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

/** Reads tokens from the left. The methods `take…` move past what they take; those that return a boolean say whether they took it. */
export class TokenReader {
  private at = 0;

  constructor(private readonly source: Tokens) {}

  get isAtEnd(): boolean {
    return this.at >= this.source.tokens.length;
  }

  get next(): string | undefined {
    return this.source.tokens[this.at];
  }

  /** Whether the next token is a word. */
  get isAtWord(): boolean {
    return this.next !== undefined && /^\p{L}/u.test(this.next);
  }

  /** Takes a sign that has a blank or an end on both sides, so that it is no part of a word or number. */
  takeSeparator(...signs: readonly string[]): boolean {
    const isLast = this.at + 1 >= this.source.tokens.length;
    const { spaced } = this.source;
    return spaced[this.at] === true && (isLast || spaced[this.at + 1] === true) && this.takeOneOf(...signs);
  }

  /** Moves past the next token. */
  skip(): void {
    this.at += 1;
  }

  /** Returns the result of `read`; if that is null, no token is taken. */
  attempt<T>(read: () => T | null): T | null {
    const start = this.at;
    const result = read();
    if (result === null) this.at = start;
    return result;
  }

  /** Whether `read` returns true; otherwise no token is taken. */
  takes(read: () => boolean): boolean {
    const start = this.at;
    if (read()) return true;
    this.at = start;
    return false;
  }

  /** Takes the longest of these phrases that begins at the next token. */
  takePhrase(phrases: ReadonlySet<string>): boolean {
    for (let length = Math.min(MAX_WORDS, this.source.tokens.length - this.at); length > 0; length -= 1) {
      if (!phrases.has(this.source.tokens.slice(this.at, this.at + length).join(' '))) continue;
      this.at += length;
      return true;
    }
    return false;
  }

  /** Takes the next token if it is one of these. */
  takeOneOf(...signs: readonly string[]): boolean {
    if (this.next === undefined || !signs.includes(this.next)) return false;
    this.at += 1;
    return true;
  }

  /** Takes a number without a sign. */
  takeNumber(): number | null {
    if (this.next === undefined || !/^\d/.test(this.next)) return null;
    this.at += 1;
    return Number(this.source.tokens[this.at - 1]);
  }
}

const MAX_WORDS = 4;
