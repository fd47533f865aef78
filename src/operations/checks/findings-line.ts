import type { KeyFindings } from '@libs/sealing';

/** A message about the findings; null if all secrets are sealed with the current key. */
export function findingsLine({ older, unreadable, isSealing }: KeyFindings): string | null {
  if (unreadable > 0)
    return `${unreadable} stored secrets cannot be read, because the key that sealed them is not set: name it in HREV_ENCRYPTION_KEY_PREVIOUS`;
  if (!isSealing)
    return `a key in HREV_ENCRYPTION_KEY_PREVIOUS is still in use and has sealed ${older} stored secrets; hrev reseal changes to HREV_ENCRYPTION_KEY`;
  if (older > 0) return `${older} stored secrets are sealed with an older encryption key; hrev reseal reseals them`;
  return null;
}
