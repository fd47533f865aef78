export const helpWords = {
  title: 'Help',
  open: 'Ask for help',
  intro: 'Your message goes to the operator of this installation.',
  subject: 'Subject',
  message: 'Message',
  messageMissing: 'Write what you need.',
  contact: 'E-mail for the answer',
  attached: 'Also sent',
  page: (path: string) => `Page ${path}`,
  request: (id: string) => `Last request ${id}`,
  send: 'Send message',
  cancel: 'Cancel',
  sent: (id: number) =>
    `Your message has the number ${id}. The operator reads it in hrev and has your e-mail for an answer.`,
  close: 'Close',
} as const;
