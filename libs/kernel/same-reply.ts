const MIN_TRUNCATED = 40;
const ELLIPSIS = /(?:…|\.\.\.)$/;

/** Whether a platform shows our reply. Platforms trim, merge white space, compose letters, and truncate long texts with an ellipsis. */
export function isSameReply(ours: string | null, shown: string | null): boolean {
  if (ours === null || shown === null) return ours === shown;
  const [whole, seen] = [folded(ours), folded(shown)];
  if (whole === seen) return true;
  const start = seen.replace(ELLIPSIS, '').trimEnd();
  return start !== seen && start.length >= MIN_TRUNCATED && whole.startsWith(start);
}

function folded(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}
