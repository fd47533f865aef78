/**
 * A set of strings that are searched in a text together, in time that is linear in the text: strings of 4 to 32 characters are looked up
 * by length at each place, longer ones as pieces of 32 characters.
 */
const MIN_LENGTH = 4;
/** Strings of at least this length are filtered by their first 8 characters, shorter ones by their first 4. */
const LONG = 8;
const PIECE = 32;
/** A shorter number would also hide dates, ratings and counts, so it is masked only as a whole value. */
const MIN_NUMBER = 6;
/** Of the filters: they have about 2^7 places for each string. */
const FILTER_BITS = { least: 8, most: 20, perString: 7 };
const DIGITS = /^\d+$/;

export class StringSet {
  private readonly strings = new Set<string>();
  private readonly whole = new Set<string>();
  /** By the hash of the first characters: a bit for each length of a string that begins with them. */
  private readonly shortFilter: Int32Array;
  private readonly longFilter: Int32Array;
  private readonly mask: number;

  constructor(strings: Iterable<string>) {
    const all = [...strings];
    const wanted = Math.ceil(Math.log2(all.length + 1)) + FILTER_BITS.perString;
    const places = 1 << Math.min(FILTER_BITS.most, Math.max(FILTER_BITS.least, wanted));
    this.shortFilter = new Int32Array(places);
    this.longFilter = new Int32Array(places);
    this.mask = places - 1;
    for (const string of all) this.add(string);
  }

  /** Whether a value is one of the strings that are not searched inside values: it has less than 4 characters, or is a short number. */
  hasWhole(value: string): boolean {
    return this.whole.has(value);
  }

  /** Calls `found` with the ranges of the text that are strings of the set; they may overlap. A number is found only if it is whole. */
  search(text: string, found: (start: number, end: number) => void): void {
    for (let index = 0; index + MIN_LENGTH <= text.length; index += 1) {
      let hash = hashOf(text, index, index + MIN_LENGTH, 0);
      let lengths = this.shortFilter[hash & this.mask] ?? 0;
      if (index + LONG <= text.length) {
        hash = hashOf(text, index + MIN_LENGTH, index + LONG, hash);
        lengths |= this.longFilter[hash & this.mask] ?? 0;
      }
      if (lengths !== 0) this.searchAt(text, index, lengths, found);
    }
  }

  private searchAt(text: string, index: number, lengths: number, found: (start: number, end: number) => void): void {
    for (let rest = lengths; rest !== 0; rest &= rest - 1) {
      const part = text.slice(index, index + MIN_LENGTH + lowestBit(rest));
      if (this.strings.has(part) && isWhole(text, part, index)) found(index, index + part.length);
    }
  }

  private add(string: string): void {
    const isNumber = DIGITS.test(string);
    if (string.length < (isNumber ? MIN_NUMBER : MIN_LENGTH)) {
      if (isNumber ? string.length >= MIN_LENGTH : /\p{L}/u.test(string)) this.whole.add(string);
      return;
    }
    for (let start = 0; start < string.length; start += PIECE) {
      // The last piece overlaps the one before, so it also has the full length.
      const from = Math.max(0, Math.min(start, string.length - PIECE));
      this.addPiece(string.slice(from, from + PIECE));
    }
  }

  private addPiece(piece: string): void {
    this.strings.add(piece);
    const isLong = piece.length >= LONG;
    const hash = hashOf(piece, 0, MIN_LENGTH, 0);
    const place = (isLong ? hashOf(piece, MIN_LENGTH, LONG, hash) : hash) & this.mask;
    const filter = isLong ? this.longFilter : this.shortFilter;
    filter[place] = (filter[place] ?? 0) | (1 << (piece.length - MIN_LENGTH));
  }
}

function hashOf(text: string, from: number, to: number, seed: number): number {
  let hash = seed;
  for (let index = from; index < to; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash ^ (hash >>> 15);
}

/** The index of the lowest bit that is set. */
const lowestBit = (bits: number): number => 31 - Math.clz32(bits & -bits);

function isWhole(text: string, part: string, index: number): boolean {
  if (!DIGITS.test(part)) return true;
  return !/\d/.test(text[index - 1] ?? '') && !/\d/.test(text[index + part.length] ?? '');
}
