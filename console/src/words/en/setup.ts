export const setupWords = {
  title: 'Set up hrev',
  intro: 'You become the operator of this installation and the owner of a first account.',
  name: { label: 'Your name', missing: 'Enter your name.' },
  email: { label: 'E-mail', missing: 'Enter your e-mail.' },
  accountName: { label: 'Name of the account', help: 'Usually your company.', missing: 'Enter a name.' },
  password: {
    label: 'Password',
    help: 'At least 15 characters. A few words are easy to remember.',
    missing: 'Enter a password.',
  },
  submit: 'Create the account',
} as const;
