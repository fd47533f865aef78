import { ConsoleTokenEntity } from './console-token.entity';
import { KnownBrowserEntity } from './known-browser.entity';
import { MembershipEntity } from './membership.entity';
import { PersonEntity } from './person.entity';
import { SessionEntity } from './session.entity';
import { SignInWindowEntity } from './sign-in-window.entity';

/** The tables of this context. */
export const CONSOLE_ENTITIES = [
  PersonEntity,
  MembershipEntity,
  SessionEntity,
  ConsoleTokenEntity,
  KnownBrowserEntity,
  SignInWindowEntity,
];
