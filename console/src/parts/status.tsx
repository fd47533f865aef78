import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconPlayerPause,
  IconRefresh,
  IconSnowflake,
  type Icon,
} from '@tabler/icons-react';
import type { Tone } from '../theme/tokens';
import { statusWords } from '../words/en/status';
import './status.css';

export type StatusName = keyof typeof statusWords;

/** The one map of states: word, shape and color. */
const STATUSES: Readonly<Record<StatusName, { readonly tone: Tone; readonly Shape: Icon }>> = {
  upToDate: { tone: 'ok', Shape: IconCircleCheck },
  partial: { tone: 'warn', Shape: IconAlertTriangle },
  failed: { tone: 'bad', Shape: IconBan },
  collecting: { tone: 'info', Shape: IconRefresh },
  waiting: { tone: 'mute', Shape: IconClock },
  off: { tone: 'mute', Shape: IconPlayerPause },
  paused: { tone: 'mute', Shape: IconSnowflake },
  replyWaiting: { tone: 'info', Shape: IconClock },
  replySending: { tone: 'info', Shape: IconRefresh },
  replyPublished: { tone: 'info', Shape: IconClock },
  replyConfirmed: { tone: 'ok', Shape: IconCircleCheck },
  replyFailed: { tone: 'bad', Shape: IconCircleX },
  replyNotRemoved: { tone: 'bad', Shape: IconCircleX },
  replyDeleted: { tone: 'mute', Shape: IconCircleX },
  gone: { tone: 'mute', Shape: IconCircleX },
  answered: { tone: 'ok', Shape: IconCircleCheck },
  broken: { tone: 'bad', Shape: IconCircleX },
  runDone: { tone: 'ok', Shape: IconCircleCheck },
  runWaiting: { tone: 'mute', Shape: IconClock },
  runDropped: { tone: 'mute', Shape: IconPlayerPause },
  importCheck: { tone: 'warn', Shape: IconAlertTriangle },
  importReady: { tone: 'mute', Shape: IconClock },
  importThere: { tone: 'mute', Shape: IconCircleCheck },
  importSending: { tone: 'info', Shape: IconRefresh },
  importCreated: { tone: 'ok', Shape: IconCircleCheck },
  importAdded: { tone: 'ok', Shape: IconCircleCheck },
  importLeftOut: { tone: 'bad', Shape: IconBan },
  connected: { tone: 'ok', Shape: IconCircleCheck },
  notConnected: { tone: 'mute', Shape: IconPlayerPause },
  accessRevoked: { tone: 'bad', Shape: IconBan },
  matchCertain: { tone: 'ok', Shape: IconCircleCheck },
  matchProposed: { tone: 'warn', Shape: IconAlertTriangle },
  matchOpen: { tone: 'info', Shape: IconClock },
  matchOut: { tone: 'mute', Shape: IconCircleX },
  matchTwice: { tone: 'bad', Shape: IconAlertTriangle },
  matchTesting: { tone: 'info', Shape: IconRefresh },
  matchRefused: { tone: 'bad', Shape: IconCircleX },
  sourceReading: { tone: 'ok', Shape: IconCircleCheck },
  sourceIdle: { tone: 'mute', Shape: IconClock },
  switchOn: { tone: 'ok', Shape: IconCircleCheck },
  switchOff: { tone: 'bad', Shape: IconPlayerPause },
  sourcePaused: { tone: 'mute', Shape: IconPlayerPause },
  sourceResting: { tone: 'bad', Shape: IconPlayerPause },
  sourceFailing: { tone: 'bad', Shape: IconBan },
  sourceDrift: { tone: 'warn', Shape: IconAlertTriangle },
  processAlive: { tone: 'ok', Shape: IconCircleCheck },
  processMissing: { tone: 'bad', Shape: IconCircleX },
  otherVersion: { tone: 'warn', Shape: IconAlertTriangle },
  accountActive: { tone: 'ok', Shape: IconCircleCheck },
  accountSuspended: { tone: 'bad', Shape: IconBan },
  trialEnded: { tone: 'bad', Shape: IconClock },
  checkPassed: { tone: 'ok', Shape: IconCircleCheck },
  checkWarned: { tone: 'warn', Shape: IconAlertTriangle },
  checkFailed: { tone: 'bad', Shape: IconCircleX },
  messageOpen: { tone: 'info', Shape: IconClock },
  messageDone: { tone: 'mute', Shape: IconCircleCheck },
  delivered: { tone: 'ok', Shape: IconCircleCheck },
  deliveryWaits: { tone: 'info', Shape: IconClock },
  deliveryRetries: { tone: 'warn', Shape: IconClock },
  refusedByServer: { tone: 'bad', Shape: IconBan },
  givenUp: { tone: 'bad', Shape: IconCircleX },
  webhookWorks: { tone: 'ok', Shape: IconCircleCheck },
  webhookQuiet: { tone: 'mute', Shape: IconClock },
  webhookFails: { tone: 'bad', Shape: IconAlertTriangle },
  webhookPaused: { tone: 'mute', Shape: IconPlayerPause },
  protected: { tone: 'ok', Shape: IconCircleCheck },
  factorOff: { tone: 'mute', Shape: IconPlayerPause },
  unprotected: { tone: 'warn', Shape: IconAlertTriangle },
  keyUnused: { tone: 'warn', Shape: IconClock },
  answerFine: { tone: 'ok', Shape: IconCircleCheck },
  answerRefused: { tone: 'warn', Shape: IconBan },
  answerFailed: { tone: 'bad', Shape: IconCircleX },
};

/** A state. `text` replaces its word where the word alone says too little. */
export function Status({ name, text }: { readonly name: StatusName; readonly text?: string }) {
  const { tone, Shape } = STATUSES[name];
  return (
    <span className={`pill ${tone}`}>
      <Shape className="icon" size={14} stroke={1.75} aria-hidden />
      {text ?? statusWords[name]}
    </span>
  );
}

/** The shape of a state in its color, for a part that says the word itself. */
export function StatusShape({ name }: { readonly name: StatusName }) {
  const { tone, Shape } = STATUSES[name];
  return <Shape className={`icon tone-${tone}`} size={14} stroke={1.75} aria-hidden />;
}
