export const joinWords = {
  title: 'Join an account',
  intro: (account: string, role: string, email: string) => `You join ${account} as ${role}, with ${email}.`,
  password: {
    label: 'Password',
    help: 'A new one of at least 15 characters, or the one that you have here already.',
    missing: 'Enter a password.',
  },
  submit: 'Join',
} as const;
