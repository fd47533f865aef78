import {
  ConsoleTokenEntity,
  FactorEntity,
  KnownBrowserEntity,
  MembershipEntity,
  PasskeyChallengeEntity,
  PersonEntity,
  RecoveryCodeEntity,
  SessionEntity,
  SignInWindowEntity,
} from '../identity';
import { ConsoleViewEntity, ReplyTemplateEntity } from '../inbox';
import { ConsoleWatchEntity, ReplyWritingEntity } from '../live';
import { RequestLogEntity, RequestLogLeftOutEntity } from '../records';

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
