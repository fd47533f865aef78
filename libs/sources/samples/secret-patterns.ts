/** Finds e-mail addresses, telephone numbers and tokens in a text, in linear time: the length of each search is bounded. */

// cspell:ignore appkey xoxb xoxp
/** `[start, end)` of a text. */
export type Range = readonly [start: number, end: number];

/** The ranges of the text that are personal or secret by their form. */
export function* secretRanges(text: string): Generator<Range> {
  yield* mailAddresses(text);
  yield* phoneNumbers(text);
  yield* nationalNumbers(text);
  yield* tokens(text);
  yield* secretParameters(text);
}

const MAX_LOCAL = 64;
const MAX_DOMAIN = 128;
const LOCAL = /[\p{L}\p{N}._%+-]/u;
const DOMAIN = /^[\p{L}\p{N}.-]+/u;

function* mailAddresses(text: string): Generator<Range> {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let start = at;
    while (start > 0 && at - start < MAX_LOCAL && LOCAL.test(text[start - 1] ?? '')) start -= 1;
    const domain = DOMAIN.exec(text.slice(at + 1, at + 1 + MAX_DOMAIN))?.[0] ?? '';
    if (start < at && /\.[\p{L}]{2}/u.test(domain)) yield [start, at + 1 + domain.length];
  }
}

const MAX_PHONE = 24;
const MIN_DIGITS = 10;
const MAX_DIGITS = 15;
const PHONE = /^\+?[\d() ./-]+/;

/** Numbers with `+` or parentheses and 10 to 15 digits. */
function* phoneNumbers(text: string): Generator<Range> {
  for (const mark of ['+', '(']) {
    for (let index = text.indexOf(mark); index >= 0; index = text.indexOf(mark, index + 1)) {
      const start = mark === '(' ? beforeParenthesis(text, index) : index;
      const number = PHONE.exec(text.slice(start, start + MAX_PHONE))?.[0].trimEnd() ?? '';
      const digits = number.replace(/\D/g, '').length;
      if (digits >= MIN_DIGITS && digits <= MAX_DIGITS) yield [start, start + number.length];
    }
  }
}

const NATIONAL = /^0[\d() ./-]+/;
const MIN_NATIONAL_DIGITS = 9;
const DATE_AT_START =
  /^(?:(?:0?[1-9]|[12]\d|3[01])([./-])(?:0?[1-9]|1[0-2])\1(?:\d{4}|\d{2})|\d{1,2} \d{1,2} (?:19|20)\d{2})(?!\d)/;
/** `0.125`, and numbers that are filled with zeros. */
const NO_PHONE = /^(?:0\.\d+|000.*)$/;
const OF_WORDS = /[\p{L}\p{N}]/u;

/** Numbers as they are dialed in a country: `0171/5550199`, `020 7946 0958`, `00 49 171 5550199`, and without separators. */
function* nationalNumbers(text: string): Generator<Range> {
  for (let index = text.indexOf('0'); index >= 0; index = text.indexOf('0', index + 1)) {
    const length = beginsNumber(text, index) ? nationalLength(text.slice(index, index + MAX_PHONE)) : 0;
    if (length === 0 || OF_WORDS.test(text[index + length] ?? '')) continue;
    yield [index, index + length];
    index += length - 1;
  }
}

/** The length of the number at the beginning of a text; 0 if none begins. */
function nationalLength(text: string): number {
  const match = NATIONAL.exec(text)?.[0] ?? '';
  const length = 1 + Math.max(-1, ...[...match].map((character, place) => (/\d/.test(character) ? place : -1)));
  const number = match.slice(0, length);
  const digits = number.replace(/\D/g, '').length;
  // A run of digits may also be an id.
  const least = digits === length ? MIN_DIGITS : MIN_NATIONAL_DIGITS;
  if (digits < least || digits > MAX_DIGITS) return 0;
  return DATE_AT_START.test(number) || NO_PHONE.test(number) ? 0 : length;
}

/** Whether no number and no word continues at this place. */
function beginsNumber(text: string, index: number): boolean {
  const before = text[index - 1] ?? '';
  if (/[\p{L}\p{N}_]/u.test(before)) return false;
  return !(/[-./:,+]/.test(before) && /\d/.test(text[index - 2] ?? ''));
}

/** A number may begin before its parenthesis: `8 (900) 123-45-67`. */
function beforeParenthesis(text: string, index: number): number {
  let start = index;
  while (start > 0 && index - start < 4 && /[\d ]/.test(text[start - 1] ?? '')) start -= 1;
  return start;
}

const MAX_TOKEN = 4_096;
const MIN_TOKEN = 16;
/** Beginnings of tokens: JWT, keys of Google, GitHub, Slack and payment services. */
const TOKEN_STARTS = ['eyJ', 'AIza', 'ya29.', 'ghp_', 'xoxb-', 'xoxp-', 'sk_live_', 'pk_live_', 'Bearer '];
const TOKEN = /^[\w.~+/=-]+/;

function* tokens(text: string): Generator<Range> {
  for (const start of TOKEN_STARTS) {
    for (let index = text.indexOf(start); index >= 0; index = text.indexOf(start, index + 1)) {
      const from = index + (start.endsWith(' ') ? start.length : 0);
      const length = TOKEN.exec(text.slice(from, from + MAX_TOKEN))?.[0].length ?? 0;
      if (length < MIN_TOKEN) continue;
      yield [from, from + length];
      index = from + length - 1;
    }
  }
}

const MAX_PARAMETER = 1_024;
const PARAMETER =
  /^[?&;](?:[\w-]{0,20}(?:token|secret|signature|session|passkey|apikey|api_key|api-key|app_key|appkey|csrf)[\w-]{0,20}|key|sig|sid|auth)=([^&"'<>\s;]+)/i;

/** Values of query parameters of addresses. */
function* secretParameters(text: string): Generator<Range> {
  for (const mark of ['?', '&', ';']) {
    for (let index = text.indexOf(mark); index >= 0; index = text.indexOf(mark, index + 1)) {
      const found = PARAMETER.exec(text.slice(index, index + MAX_PARAMETER));
      if (found?.[1] === undefined) continue;
      yield [index + found[0].length - found[1].length, index + found[0].length];
      index += found[0].length - 1;
    }
  }
}
