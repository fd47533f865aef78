export const toastsWords = { close: 'Close the message' } as const;
