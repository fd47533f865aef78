export const reset = {
  title: 'Choose a new password',
  intro: 'We mail you a link. It is valid for one hour.',
  noMail:
    'This installation sends no mail. Ask your operator for a link; they make one with: hrev console link --person',
  sent: 'If we know this address, we mail it a link, at most five times in an hour. Every link works for one hour, also those of earlier mails.',
  request: 'Send the link',
  submit: 'Set the password',
  done: 'The password is set, and all sessions have ended.',
  back: 'Back to the sign-in',
} as const;
