import { numbers } from './plurals';

export const accountBarWords = {
  suspended: 'This account is suspended.',
  noReason: 'Ask your operator for the reason.',
  reason: (text: string) => `Reason: ${text}.`,
  trialOver: 'The trial has ended. Nothing is collected until you choose another plan.',
  closed: (erased: string) =>
    `An owner closed this account. Its data is erased on ${erased}, unless your operator opens it again.`,
  still: 'You can still open Settings and Help.',
  trial: 'Trial:',
  trialTitle: 'Trial of the account',
  trialText: (visible: number, hidden: number) =>
    `the newest ${numbers.format(visible)} reviews of each link are shown. ${numbers.format(hidden)} more are stored, and shown with another plan.`,
  trialAll: (visible: number) => `the newest ${numbers.format(visible)} reviews of each link are shown.`,
  ends: (when: string) => `Ends ${when}.`,
  usage: 'Show usage',
} as const;
