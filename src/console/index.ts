/** The web console: its pages, persons, their sessions and its endpoints. No other context imports it. */
export { ConsolePagesModule } from './pages/pages.module';
export { passwordProblem, PASSWORD_LENGTH, type PasswordProblem } from './domain/password-rules';
export { PasswordHasher, type PasswordCheck } from './passwords/password-hasher';
