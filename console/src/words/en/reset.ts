export const resetWords = {
  title: 'Forgot your password?',
  finishTitle: 'Set your password',
  intro: 'We mail you a link. It is valid for one hour.',
  noMail:
    'This installation sends no mail. Ask your operator for a link. The operator makes it with: hrev console link --person',
  sent: 'If we know this address, we mail a link to it, at most five times in an hour. Each link is valid for one hour.',
  request: 'Send the link',
  submit: 'Set the password',
  done: 'The password is set, and all sessions have ended.',
  back: 'Back to the sign-in',
} as const;
