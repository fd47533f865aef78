export const liveWords = {
  status: { live: 'Live', polling: 'Every 15 s' },
  about: {
    live: 'Changes appear at once.',
    polling: 'The live connection is not available. The page reads everything again every 15 seconds.',
  },
  offline: (time: string) => `No connection since ${time}. What you see may have changed since then.`,
  waits: 'Needs a connection',
} as const;
