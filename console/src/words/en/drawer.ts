export const drawerWords = { close: 'Close' } as const;
