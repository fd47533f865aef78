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
import { words } from '../words/en';
import './status.css';

export type StatusName = keyof typeof words.status;

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
  replyDeleted: { tone: 'mute', Shape: IconCircleX },
  gone: { tone: 'mute', Shape: IconCircleX },
  answered: { tone: 'ok', Shape: IconCircleCheck },
};

/** A state. `text` replaces its word where the word alone says too little. */
export function Status({ name, text }: { readonly name: StatusName; readonly text?: string }) {
  const { tone, Shape } = STATUSES[name];
  return (
    <span className={`pill ${tone}`}>
      <Shape className="icon" size={14} stroke={1.75} aria-hidden />
      {text ?? words.status[name]}
    </span>
  );
}
