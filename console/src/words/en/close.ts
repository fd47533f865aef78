export const closeWords = {
  title: 'Close the account',
  intro: (name: string) => `Closing ${name} stops everything at once and erases its data after 30 days.`,
  losses: [
    'All API keys are refused from now on.',
    'Nothing is collected, and no webhook gets a new delivery.',
    'After 30 days everything of the account is erased: objects, reviews, replies, keys, members and its audit. Persons who belong to no other account are erased too.',
    'Until then your operator can undo it. To ask for that, press Help and send a message.',
  ],
  name: 'Name of the account',
  nameHelp: (name: string) => `Type ${name} to confirm.`,
  nameWrong: 'This is not the name of the account.',
  submit: 'Close account',
  closed: 'This account is closed',
  closedText: (day: string, erased: string) =>
    `It was closed on ${day}. Its data is erased on ${erased}, unless your operator opens it again.`,
} as const;
