import { ConsoleViewEntity } from './console-view.entity';
import { ReplyTemplateEntity } from './reply-template.entity';
import { ReplyWritingEntity } from './reply-writing.entity';
import { ConsoleTokenEntity } from './console-token.entity';
import { ConsoleWatchEntity } from '../live/persistence/console-watch.entity';
import { FactorEntity } from './factor.entity';
import { KnownBrowserEntity } from './known-browser.entity';
import { MembershipEntity } from './membership.entity';
import { PasskeyChallengeEntity } from './passkey-challenge.entity';
import { PersonEntity } from './person.entity';
import { RequestLogEntity } from './request-log.entity';
import { RequestLogLeftOutEntity } from './request-log-left-out.entity';
import { RecoveryCodeEntity } from './recovery-code.entity';
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
  ConsoleViewEntity,
  ReplyTemplateEntity,
  ReplyWritingEntity,
  RequestLogEntity,
  RequestLogLeftOutEntity,
  ConsoleWatchEntity,
  FactorEntity,
  RecoveryCodeEntity,
  PasskeyChallengeEntity,
];
