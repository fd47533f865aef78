export const copyCurlWords = {
  copy: 'Copy as curl',
  copied: 'Copied. The command reads your key from HREV_KEY.',
  byHand: 'The browser does not let hrev copy. Copy the command from here.',
} as const;
