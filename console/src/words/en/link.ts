export const link = {
  gone: 'This link was used, or it is too old. Ask for a new one; an operator makes one with: hrev console link',
} as const;
