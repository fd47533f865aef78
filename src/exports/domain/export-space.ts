/** The space of the files of exports (contract §4.18). */

/** The bytes that files take. */
export interface SpaceUse {
  /** Those of the account. */
  readonly own: number;
  /** Those of all accounts. */
  readonly total: number;
  /** How many accounts have files, with this one. */
  readonly accounts: number;
}

/** In bytes. */
export interface SpaceLimits {
  readonly ofAccount: number;
  readonly ofAll: number;
}

/**
 * Whether `more` bytes of an account fit. Until the files of all accounts take half of their limit, only that of the account counts. The other
 * half is for accounts with less than their share, which is that half divided by the accounts with files: the accounts that have filled the
 * first one are refused before others.
 */
export function fits({ own, total, accounts }: SpaceUse, more: number, { ofAccount, ofAll }: SpaceLimits): boolean {
  if (own + more > ofAccount || total + more > ofAll) return false;
  const half = ofAll / 2;
  return total + more <= half || own + more <= half / Math.max(accounts, 1);
}

const MB = 1_000_000;

/** The limits of the settings, which are in megabytes. */
export const spaceLimits = (settings: {
  readonly HREV_EXPORT_SPACE: number;
  readonly HREV_EXPORT_SPACE_TOTAL: number;
}): SpaceLimits => ({ ofAccount: settings.HREV_EXPORT_SPACE * MB, ofAll: settings.HREV_EXPORT_SPACE_TOTAL * MB });
