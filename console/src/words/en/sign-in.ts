import { duration } from './plurals';

export const signInWords = {
  title: 'Sign in to hrev',
  email: 'E-mail',
  password: 'Password',
  showPassword: 'Show the password',
  submit: 'Sign in',
  forgotten: 'Forgot your password?',
  wrong: 'The e-mail or the password is not right.',
  emailMissing: 'Enter your e-mail.',
  passwordMissing: 'Enter your password.',
  passkey: 'Use a passkey',
  unknownPasskey: 'This passkey is not known here. Sign in with your password.',
  rateLimited: (seconds: number) => `Too many attempts. Try again in ${duration(seconds)} or reset your password.`,
} as const;
