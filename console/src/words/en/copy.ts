export const copyWords = {
  done: 'Copied',
  curl: 'Copy as curl',
  command: 'Command',
} as const;
