export const proofWords = {
  title: 'Confirm that it is you',
  why: 'This is a sensitive change. One confirmation counts for ten minutes.',
  password: 'Password',
  usePassword: 'Use the password',
  missing: 'Enter your password.',
  wrong: 'The password is not right.',
  submit: 'Confirm',
  cancel: 'Cancel',
} as const;
