export const toasts = { close: 'Close the message' } as const;
