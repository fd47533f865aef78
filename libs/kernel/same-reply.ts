const MIN_TRUNCATED = 40;
const ELLIPSIS = /(?:…|\.\.\.)$/;

/**
 * Whether the text that a platform displays is our reply. Platforms trim, merge whitespace, compose letters, and truncate long
 * texts with an ellipsis.
 */
export function isSameReply(ownText: string | null, platformText: string | null): boolean {
  if (ownText === null || platformText === null) return ownText === platformText;
  const [reply, displayed] = [normalized(ownText), normalized(platformText)];
  if (reply === displayed) return true;
  const start = displayed.replace(ELLIPSIS, '').trimEnd();
  return start !== displayed && start.length >= MIN_TRUNCATED && reply.startsWith(start);
}

function normalized(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}
