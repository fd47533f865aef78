export const live = {
  status: { live: 'Live', polling: 'Every 15 s' },
  about: {
    live: 'Changes appear at once.',
    polling: 'The live connection is not available. The page reads everything again every 15 seconds.',
  },
  offline: (time: string) => `No connection since ${time}; you see what was true then.`,
  waits: 'Waits for the connection',
} as const;
