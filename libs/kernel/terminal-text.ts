/** Foreign text as one line for a terminal. Control characters and bidirectional controls are replaced by spaces. */
export function forTerminal(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}
