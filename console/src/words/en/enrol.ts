export const enrol = {
  title: 'Set up a second factor',
  intro: 'Your role needs a second factor beside the password.',
  passkey: 'Add a passkey',
  passkeyHelp: 'The fingerprint, face or PIN of this device. It also replaces the password.',
  app: 'Use an app',
  appHelp: 'An app on your phone that shows six digits.',
  noPasskeys: 'This address has no name, so browsers make no passkeys for it.',
  passkeyName: 'Passkey',
  appName: 'App',
  back: 'Choose another way',
  signOut: 'Sign out',
} as const;
