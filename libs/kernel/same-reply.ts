const LEAST_CUT = 40;
const CUT = /(?:…|\.\.\.)$/;

/** Whether two texts are one reply: platforms trim, fold blanks and lines, compose letters, and cut long ones with an ellipsis. */
export function isSameReply(ours: string | null, shown: string | null): boolean {
  if (ours === null || shown === null) return ours === shown;
  const [whole, seen] = [folded(ours), folded(shown)];
  if (whole === seen) return true;
  const start = seen.replace(CUT, '').trimEnd();
  return start !== seen && start.length >= LEAST_CUT && whole.startsWith(start);
}

function folded(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}
