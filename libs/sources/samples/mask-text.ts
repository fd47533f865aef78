/**
 * Masks texts: a letter becomes `x` and a digit `0`. White space and ASCII punctuation are kept, so the length and the form of a text
 * stay visible. Every other character becomes `x`.
 */
const SPACE = /\s/;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const FIRST_NON_ASCII = 0x80;

const isDigit = (code: number): boolean => code >= DIGIT_0 && code <= DIGIT_9;
const isAsciiLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;

/** The mask of a UTF-16 code unit; null if it is kept. */
export function maskOf(code: number): 'x' | '0' | null {
  if (isDigit(code)) return '0';
  if (isAsciiLetter(code)) return 'x';
  return code < FIRST_NON_ASCII || SPACE.test(String.fromCharCode(code)) ? null : 'x';
}

/** The mask of a text without escapes; of the same length. */
export function maskText(text: string): string {
  let masked = '';
  for (let index = 0; index < text.length; index += 1) masked += maskOf(text.charCodeAt(index)) ?? text[index];
  return masked;
}

const UNMASKED = /[^\P{L}x]|[^\P{N}01]/u;

/** Whether a text contains no other letter than `x` and no other digit than 0 and 1. */
export const isMasked = (text: string): boolean => !UNMASKED.test(text);
