import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { IconBan, IconCircleCheck, IconCircleX, IconClock, type Icon } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { WholeDelivery } from '../../api/queries/deliveries';
import { statisticsQuery, webhookQuery } from '../../api/queries/webhooks';
import { ageOf, formatMs, formatSpan } from '../../lib/durations';
import { formatExact, formatNearDay, formatSeconds, formatWhen, momentOf } from '../../lib/format';
import { secondsToLast } from '../../lib/retries';
import { wireOf } from '../../lib/since';
import { STATUS_NAMES } from '../../lib/status-names';
import { webhookWords } from '../../words/en/webhook';
import { lastTryOf } from './failing';

const accountRoute = getRouteApi('/a/$accountId');
const SHOWN = 4;
const KEPT_MS = 30 * 24 * 3_600_000;

type Attempt = WholeDelivery['attempt_history'][number];

/** What comes next, and every attempt with the answer of the receiver, newest first. */
export function Attempts({ delivery }: { readonly delivery: WholeDelivery }) {
  const [showsAll, setShowsAll] = useState(false);
  const attempts = [...delivery.attempt_history].reverse();
  const shown = showsAll ? attempts : attempts.slice(0, SHOWN);
  const hidden = attempts.length - shown.length;
  const first = attempts.at(-1);
  return (
    <ol className="attempts panel-part">
      <Outlook delivery={delivery} />
      {shown.map((attempt) => (
        <AttemptRow key={attempt.number} attempt={attempt} />
      ))}
      {hidden > 0 && first !== undefined && (
        <li className="attempt-rest">
          <span className="sub">{webhookWords.showEarlier(hidden, formatSeconds(first.started_at))}</span>
          <Button variant="subtle" size="compact-sm" onClick={() => setShowsAll(true)}>
            {webhookWords.show}
          </Button>
        </li>
      )}
      {attempts.length === 0 && <li className="sub">{webhookWords.noAttempts}</li>}
    </ol>
  );
}

interface RowProps {
  readonly Shape: Icon;
  readonly tone: 'ok' | 'warn' | 'bad' | 'mute';
  readonly title: string;
  readonly when?: ReactNode;
  readonly children?: ReactNode;
}

function Row({ Shape, tone, title, when, children }: RowProps) {
  return (
    <li className="attempt">
      <Shape className={`icon attempt-${tone}`} size={16} stroke={1.75} aria-hidden />
      <div className="attempt-line">
        <b>{title}</b>
        <span className="small sub num nowrap">{when}</span>
      </div>
      <div className="attempt-note small sub">{children}</div>
    </li>
  );
}

/** Whether and when it is tried again, or until when it is kept. */
function Outlook({ delivery }: { readonly delivery: WholeDelivery }) {
  const { account } = accountRoute.useRouteContext();
  const { data: statistics } = useQuery(statisticsQuery(account.id, delivery.webhook_id));
  const { data: webhook } = useQuery(webhookQuery(account.id, delivery.webhook_id));
  const { status, next_attempt_at: next, attempts, last_status_code: answer } = delivery;
  const until = formatNearDay(wireOf(momentOf(delivery.last_attempt_at ?? delivery.created_at).getTime() + KEPT_MS));
  if (status === 'dead_letter')
    return <Row Shape={IconCircleX} tone="bad" title={webhookWords.givenUp(attempts, until)} />;
  if (status === 'failed') return <Row Shape={IconBan} tone="bad" title={webhookWords.refused(answer ?? 0, until)} />;
  if (status !== 'pending' || next === null) return null;
  if (delivery.switched_off_since !== null)
    return (
      <Row Shape={IconClock} tone="mute" title={webhookWords.heldByOperator(formatWhen(delivery.switched_off_since))} />
    );
  if (webhook?.is_active === false) return <Row Shape={IconClock} tone="mute" title={webhookWords.heldBack} />;
  const inS = -ageOf(next);
  const last = statistics && secondsToLast(delivery.tries, statistics) > 0 ? lastTryOf(delivery, statistics) : null;
  return (
    <Row
      Shape={IconClock}
      tone="warn"
      title={webhookWords.nextTry(formatSeconds(next))}
      when={inS < 60 ? webhookWords.now : webhookWords.in(formatSpan(inS))}
    >
      {statistics && (last === null ? webhookWords.lastTry : webhookWords.thenUntil(last))}
    </Row>
  );
}

function AttemptRow({ attempt }: { readonly attempt: Attempt }) {
  const { status_code: status, error, response_body: answer } = attempt;
  const isOk = status !== null && status >= 200 && status < 300;
  const title =
    status === null
      ? (webhookWords.errors[error ?? ''] ?? error ?? '')
      : `${status} ${STATUS_NAMES[status] ?? ''}`.trim();
  return (
    <Row
      Shape={isOk ? IconCircleCheck : IconCircleX}
      tone={isOk ? 'ok' : 'bad'}
      title={title}
      when={
        <time dateTime={`${attempt.started_at}Z`} title={formatExact(attempt.started_at)}>
          {formatSeconds(attempt.started_at)}, {formatMs(attempt.duration_ms)}
        </time>
      }
    >
      {status === null && webhookWords.errorNotes[error ?? '']}
      {answer && (
        <bdi className="mono attempt-answer" dir="ltr">
          {answer}
        </bdi>
      )}
    </Row>
  );
}
