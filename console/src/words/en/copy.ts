export const copy = {
  done: 'Copied',
  curl: 'Copy as curl',
  command: 'Command',
} as const;
