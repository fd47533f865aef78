/**
 * Reads JSON with the errors of templates: comments, a comma before a closing bracket, raw control characters in strings, and the
 * escapes of JavaScript. Everything else that is not JSON is an error, also truncated text. Runs in linear time.
 */
import { decodeEscapes } from './string-escapes';

/** The text is not JSON, even leniently. */
export class InvalidJson extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'InvalidJson';
  }
}

/** Says whether a key may occur several times in an object. Its values are then a list; of any other key the last value counts. */
export type MayRepeat = (key: string) => boolean;

/** Values are read by recursion; no page nests them so deeply. */
const MAX_DEPTH = 500;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const BLANK = /[ \t\n\r]*/y;
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

export class JsonReader {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly mayRepeat: MayRepeat,
  ) {}

  /** The value of the text. Throws `InvalidJson`. */
  read(): unknown {
    const value = this.value(0);
    this.skipBlanks();
    if (this.at < this.text.length) throw this.unexpected();
    return value;
  }

  private value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new InvalidJson('nested too deeply');
    this.skipBlanks();
    const first = this.text[this.at];
    if (first === '"') return this.string();
    if (first === '{') return this.object(depth);
    if (first === '[') return this.array(depth);
    return this.numberOrWord();
  }

  private array(depth: number): unknown[] {
    const values: unknown[] = [];
    this.at += 1;
    while (!this.takes(']')) {
      values.push(this.value(depth + 1));
      this.separator(']');
    }
    return values;
  }

  private object(depth: number): unknown {
    const values = new Map<string, unknown>();
    const repeated = new Map<string, unknown[]>();
    this.at += 1;
    while (!this.takes('}')) {
      if (this.text[this.at] !== '"') throw this.unexpected();
      const key = this.string();
      if (!this.takes(':')) throw this.unexpected();
      const value = this.value(depth + 1);
      if (values.has(key) && this.mayRepeat(key)) addRepeated(repeated, key, values.get(key), value);
      else values.set(key, value);
      this.separator('}');
    }
    for (const [key, list] of repeated) values.set(key, list);
    // Creates own properties, also for the key `__proto__`.
    return Object.fromEntries(values);
  }

  /** Takes a comma, which may be missing before the closing bracket. */
  private separator(closing: string): void {
    if (this.takes(',')) return;
    this.skipBlanks();
    if (this.text[this.at] !== closing) throw this.unexpected();
  }

  private takes(character: string): boolean {
    this.skipBlanks();
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  private string(): string {
    const end = endOfString(this.text, this.at);
    if (end < 0) throw new InvalidJson('a string is not closed');
    const content = this.text.slice(this.at + 1, end);
    this.at = end + 1;
    return content.includes('\\') ? decodeEscapes(content) : content;
  }

  private numberOrWord(): unknown {
    NUMBER.lastIndex = this.at;
    const number = NUMBER.exec(this.text)?.[0];
    if (number !== undefined) {
      this.at += number.length;
      return Number(number);
    }
    for (const [word, value] of WORDS) {
      if (!this.text.startsWith(word, this.at)) continue;
      this.at += word.length;
      return value;
    }
    throw this.unexpected();
  }

  /** Skips whitespace and comments. A comment that is not closed ends the text. */
  private skipBlanks(): void {
    for (;;) {
      BLANK.lastIndex = this.at;
      this.at += BLANK.exec(this.text)?.[0].length ?? 0;
      const end = endOfComment(this.text, this.at);
      if (end === null) return;
      this.at = end;
    }
  }

  private unexpected(): InvalidJson {
    return new InvalidJson(this.at < this.text.length ? `unexpected text at ${this.at}` : 'the text is truncated');
  }
}

/** The position after a comment that starts at `at`; null if none starts there. */
function endOfComment(text: string, at: number): number | null {
  if (text[at] !== '/') return null;
  if (text[at + 1] === '*') {
    const close = text.indexOf('*/', at + 2);
    return close < 0 ? text.length : close + 2;
  }
  if (text[at + 1] !== '/') return null;
  let end = at;
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return end;
}

/** The position of the closing quote of the string that starts at `start`; -1 if there is none. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, start, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, start: number, quote: number): boolean {
  let backslashes = 0;
  while (quote - 1 - backslashes > start && text[quote - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

/** Appends a further value of a key; lists are joined. */
function addRepeated(repeated: Map<string, unknown[]>, key: string, first: unknown, value: unknown): void {
  const list: unknown[] = repeated.get(key) ?? (Array.isArray(first) ? [...(first as unknown[])] : [first]);
  if (Array.isArray(value)) for (const element of value as unknown[]) list.push(element);
  else list.push(value);
  repeated.set(key, list);
}
