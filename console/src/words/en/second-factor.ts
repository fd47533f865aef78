export const secondFactorWords = {
  title: 'Enter your second factor',
  code: 'Code of your app',
  codeHelp: 'Six digits.',
  recovery: 'Recovery code',
  useRecovery: 'Use a recovery code',
  useCode: 'Use the code of your app',
  passkey: 'Use a passkey',
  submit: 'Continue',
  missing: 'Enter the code.',
  wrong: 'The code is not right, or it was used already.',
} as const;
