export const drawer = { close: 'Close' } as const;
