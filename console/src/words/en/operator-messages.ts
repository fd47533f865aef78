import { count } from './plurals';

export const operatorMessagesWords = {
  title: 'Messages',
  about: 'What the persons and programs of all accounts wrote to you',
  open: (n: number) => count(n, 'open message', 'open messages'),
  show: 'Show',
  shows: { open: 'Open', done: 'Done' },
  from: (account: number) => `Account ${account}`,
  noSubject: 'Without a subject',
  answerTo: 'Answer to',
  done: 'Mark as done',
  reopen: 'Open again',
  noOpen: 'No open messages.',
  noDone: 'No messages are done yet.',
} as const;
