/** A stranger's text as one line that cannot steer the terminal: control characters and turned directions are dropped. */
export function forTerminal(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}
