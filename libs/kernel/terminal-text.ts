/** Foreign text as one line for a terminal: control characters and bidirectional controls become blanks. */
export function forTerminal(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}
