export const enrolWords = {
  title: 'Set up a second factor',
  intro: 'Your role needs a second factor beside the password.',
  passkey: 'Add a passkey',
  passkeyHelp: 'The fingerprint, face or PIN of this device. It also replaces the password.',
  app: 'Use an app',
  appHelp: 'An app on your phone that shows six digits.',
  noPasskeys: 'Browsers create passkeys only for a host name. This console was opened by an IP address.',
  passkeyName: 'Passkey',
  appName: 'App',
  back: 'Choose another way',
  signOut: 'Sign out',
} as const;
