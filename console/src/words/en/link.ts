export const linkWords = {
  gone: 'This link is too old or incomplete. Ask for a new one; an operator makes one with: hrev console link',
  used: 'This link was used already, or a newer one has replaced it. If it was you, sign in; otherwise ask for a new link.',
  toSignIn: 'To the sign-in',
} as const;
