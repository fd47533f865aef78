export const reset = {
  title: 'Forgot your password?',
  finishTitle: 'Set your password',
  intro: 'We send you a link. Without a mail server, your operator makes one.',
  sent: 'If we know this address, a mail is on its way.',
  request: 'Send the link',
  submit: 'Set the password',
  done: 'The password is set, and all sessions have ended.',
  back: 'Back to the sign-in',
} as const;
