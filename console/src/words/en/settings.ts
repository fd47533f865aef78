export const settingsWords = {
  title: 'Settings',
  tabs: 'Settings',
  security: 'Security',
  sessions: 'Sessions',
  profile: 'Profile',
  members: 'Members',
  replyPolicy: 'Reply policy',
  usage: 'Usage',
  audit: 'Audit',
  close: 'Close',
} as const;
