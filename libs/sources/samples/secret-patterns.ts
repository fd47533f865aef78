/** Finds e-mail addresses, telephone numbers and tokens in a text, in linear time: the length of each search is bounded. */

// cspell:ignore appkey xoxb xoxp
/** `[start, end)` of a text. */
export type Range = readonly [start: number, end: number];

/** The ranges of the text that are personal or secret by their form. */
export function* secretRanges(text: string): Generator<Range> {
  yield* mailAddresses(text);
  yield* phoneNumbers(text);
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
const PHONE = /^\+?[\d() -]+/;

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
