import { numbers } from './plurals';

export const accountBar = {
  suspended: 'This account is suspended.',
  noReason: 'Your operator knows the reason.',
  reason: (text: string) => `Reason: ${text}.`,
  trialOver: 'The trial has ended. Nothing is collected until you choose another plan.',
  closed: (erased: string) =>
    `An owner closed this account. Its data is erased on ${erased}, unless your operator opens it again.`,
  still: 'Settings and Help still work.',
  trial: 'Trial:',
  trialText: (visible: number, hidden: number) =>
    `the newest ${numbers.format(visible)} reviews per link are shown; ${numbers.format(hidden)} more are collected and wait.`,
  trialAll: (visible: number) => `the newest ${numbers.format(visible)} reviews per link are shown.`,
  ends: (when: string) => `Ends ${when}.`,
  usage: 'Show usage',
} as const;
