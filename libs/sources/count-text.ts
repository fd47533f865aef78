/**
 * Reads numbers of reviews as people and plugins write them: `1,234`, `1.234`, `1 234`, `12,34,567`, `(308)`, `12 reviews`,
 * `Based on 1,234 customer reviews`. Approximate numbers (`12k`, `1,000+`, `over 100`) are not read.
 */
import { plainForm, TokenReader, tokensOf } from './phrase-tokens';
import { BASIS_WORDS, COUNT_WORDS, LEADING_COUNT_WORDS } from './rating-words';

const MAX_LENGTH = 100;
/** Digits, in groups of three or as in India (`12,34,567`). Decimals are accepted only if all of them are zero. */
const NUMBERS = [
  /^\d{1,9}(?:[.,]0+)?$/,
  /^\d{1,3}(?:([.,'’ ])\d{3})(?:\1\d{3}){0,2}(?:[.,]0+)?$/,
  /^\d{1,2}(?:,\d{2}){1,3},\d{3}$/,
];
/** Numbers that end with a group of three, which is not taken for decimals: `1.000` is 1000, but `12.00` is 12. */
const WHOLE_GROUPS = /^(?:\d{1,3}([.,])\d{3}(?:\1\d{3})*|\d{1,2}(?:,\d{2})+,\d{3})$/;

/** Returns the number; null if the text is not understood. */
export function readCountText(text: string): number | null {
  if (text.length > MAX_LENGTH) return null;
  const form = plainForm(text)
    .replace(/^\(|\)$/g, '')
    .trim();
  const first = form.search(/\d/);
  if (first < 0) return null;
  let end = form.length;
  while (!/\d/.test(form.charAt(end - 1))) end -= 1;
  const number = form.slice(first, end);
  if (
    !hasOnlyCountWords(form.slice(0, first)) ||
    !hasOnlyCountWords(form.slice(end)) ||
    !NUMBERS.some((pattern) => pattern.test(number))
  )
    return null;
  const whole = WHOLE_GROUPS.test(number) ? number : number.replace(/[.,]0+$/, '');
  const count = Number(whole.replace(/\D/g, ''));
  return Number.isSafeInteger(count) ? count : null;
}

/** Whether a text has only words that occur beside a number of reviews. */
function hasOnlyCountWords(text: string): boolean {
  const reader = new TokenReader(tokensOf(text));
  while (!reader.isAtEnd) {
    const isKnown = [COUNT_WORDS, BASIS_WORDS, LEADING_COUNT_WORDS].some((words) => reader.takePhrase(words));
    if (!isKnown && !reader.takeOneOf(':', '.', ',', '(', ')')) return false;
  }
  return true;
}
