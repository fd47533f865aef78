import { Button, Modal, TextInput } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { problemFacts } from '../../api/problem';
import { deliveryKeys, readDeliveries } from '../../api/queries/deliveries';
import {
  recoveriesQuery,
  startRecovery,
  stopRecovery,
  webhookKeys,
  type Recovery,
  type Webhook,
} from '../../api/queries/webhooks';
import { fieldTimeOf, formatWhen, momentOfField } from '../../lib/format';
import { wireOf } from '../../lib/since';
import { useForm } from '../../lib/use-form';
import { Choices } from '../../parts/choices';
import { WriteButton } from '../../parts/write-button';
import { webhookWords } from '../../words/en/webhook';

const accountRoute = getRouteApi('/a/$accountId');
const MONTH_MS = 30 * 24 * 3_600_000;
const DAY_MS = 24 * 3_600_000;
const STATES = ['dead_letter', 'failed'] as const;
/** What a recovery does not touch: it is sent without one. */
const WAITING = ['pending'] as const;
type State = (typeof STATES)[number];

interface RecoverProps {
  readonly webhook: Webhook;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Sends the given up and refused deliveries of a period again. */
export function Recover({ webhook, isOpen, onClose }: RecoverProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={webhookWords.recoverTitle}
      closeButtonProps={{ 'aria-label': webhookWords.cancel }}
      centered
    >
      <RecoverForm webhook={webhook} onClose={onClose} />
    </Modal>
  );
}

function RecoverForm({ webhook, onClose }: Omit<RecoverProps, 'isOpen'>) {
  const { account } = accountRoute.useRouteContext();
  const form = useForm({
    initial: { since: fieldTimeOf(Date.now() - DAY_MS), until: '', states: STATES as readonly State[] },
    check: problemsOf,
    isEager: true,
    onSend: () => {
      if (count) start.mutate();
    },
  });
  const { since, until, states } = form.values;
  const isRight = Object.values(problemsOf(form.values)).every((problem) => problem === null);
  const period = { since: wireOrNull(since), until: wireOrNull(until) };
  const matched = useQuery(countQuery(account.id, webhook.id, period, states, isRight));
  const start = useStart(webhook, period, states, onClose);
  const count = isRight ? matched.data : undefined;
  return (
    <form className="dialog-form" noValidate onSubmit={form.submit}>
      <TextInput type="datetime-local" label={webhookWords.recoverSince} {...form.text('since')} />
      <TextInput
        type="datetime-local"
        label={webhookWords.recoverUntil}
        description={webhookWords.recoverUntilHelp}
        {...form.text('until')}
      />
      <StateChoice states={states} onChange={(next) => form.set({ states: next })} problem={form.problemOf('states')} />
      <p role="status" className="sub">
        {isRight && matchesText(count)}
        {!webhook.is_active && ` ${webhookWords.recoverPaused}`}
      </p>
      {isRight && <StillWaiting webhook={webhook} period={period} />}
      {(start.error ?? matched.error) && (
        <p role="alert" className="refused small">
          {problemFacts(start.error ?? matched.error).text}
        </p>
      )}
      <div className="dialog-actions">
        <Button onClick={onClose}>{webhookWords.cancel}</Button>
        <WriteButton type="submit" variant="filled" loading={start.isPending} disabled={!count}>
          {count ? webhookWords.recoverStart(count) : webhookWords.recoverNone}
        </WriteButton>
      </div>
    </form>
  );
}

const matchesText = (count: number | undefined): string =>
  count === undefined ? webhookWords.recoverCounting : webhookWords.recoverMatches(count);

/** How many deliveries of the period a recovery leaves alone, because they are still to be sent. */
function StillWaiting({ webhook, period }: { readonly webhook: Webhook; readonly period: Bounds }) {
  const { account } = accountRoute.useRouteContext();
  const waiting = useQuery(countQuery(account.id, webhook.id, period, WAITING, true)).data ?? 0;
  if (waiting === 0) return null;
  const text = webhook.is_active ? webhookWords.recoverWaiting : webhookWords.recoverWaitingPaused;
  return <p className="sub">{text(waiting)}</p>;
}

function useStart(webhook: Webhook, period: Bounds, states: readonly State[], onStart: () => void) {
  const { account } = accountRoute.useRouteContext();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      startRecovery(account.id, webhook.id, {
        since: `${period.since}Z`,
        until: period.until === null ? null : `${period.until}Z`,
        statuses: [...states],
      }),
    onSuccess: async () => {
      onStart();
      await queries.invalidateQueries({ queryKey: webhookKeys.recoveries(account.id, webhook.id) });
      await queries.invalidateQueries({ queryKey: deliveryKeys.of(account.id, webhook.id) });
    },
  });
}

interface Bounds {
  readonly since: string | null;
  readonly until: string | null;
}

/** How many deliveries of a period have one of these states. */
function countQuery(
  accountId: number,
  webhookId: number,
  period: Bounds,
  states: readonly (State | 'pending')[],
  isEnabled: boolean,
) {
  return queryOptions({
    queryKey: [...deliveryKeys.of(accountId, webhookId), 'counted', period, states],
    queryFn: async () => {
      const counts = await Promise.all(
        states.map((status) =>
          readDeliveries(accountId, webhookId, {
            status,
            since: period.since ?? undefined,
            until: period.until ?? undefined,
            limit: 1,
          }),
        ),
      );
      return counts.reduce((sum, { total }) => sum + total, 0);
    },
    enabled: isEnabled,
  });
}

interface StateChoiceProps {
  readonly states: readonly State[];
  readonly problem: string | null;
  readonly onChange: (states: readonly State[]) => void;
}

function StateChoice({ states, problem, onChange }: StateChoiceProps) {
  return (
    <Choices legend={webhookWords.recoverWhat} problem={problem}>
      {STATES.map((state) => (
        <label key={state} className="check">
          <input
            type="checkbox"
            checked={states.includes(state)}
            onChange={(event) =>
              onChange(STATES.filter((one) => (one === state ? event.currentTarget.checked : states.includes(one))))
            }
          />
          {webhookWords.statuses[state]}
        </label>
      ))}
    </Choices>
  );
}

function wireOrNull(local: string): string | null {
  const moment = momentOfField(local);
  return Number.isNaN(moment) ? null : wireOf(moment);
}

interface Wanted {
  readonly since: string;
  readonly until: string;
  readonly states: readonly State[];
}

function problemsOf({ since, until, states }: Wanted) {
  const from = momentOfField(since);
  const isRecent = from >= Date.now() - MONTH_MS && from <= Date.now();
  const isInOrder = !isRecent || until === '' || momentOfField(until) > from;
  return {
    since: isRecent ? null : webhookWords.recoverBadTime,
    until: isInOrder ? null : webhookWords.recoverBadOrder,
    states: states.length === 0 ? webhookWords.recoverNoState : null,
  };
}

/** The running recovery with its progress, or how the last one of this hour ended. */
export function RecoveryLine({ webhook }: { readonly webhook: Webhook }) {
  const { account } = accountRoute.useRouteContext();
  const queries = useQueryClient();
  const { data } = useQuery(recoveriesQuery(account.id, webhook.id));
  const stop = useMutation({
    mutationFn: (id: number) => stopRecovery(account.id, webhook.id, id),
    onSettled: () => queries.invalidateQueries({ queryKey: webhookKeys.recoveries(account.id, webhook.id) }),
  });
  const [last] = data ?? [];
  if (last === undefined || !isRecent(last)) return null;
  return (
    <div className="banner info recovery">
      <p role="status">
        <b>{sentenceOf(last)}</b>
        {!webhook.is_active && last.state === 'running' && <span className="sub"> {webhookWords.recoverPaused}</span>}
      </p>
      {last.state === 'running' && (
        <>
          <progress
            className="recovery-progress"
            aria-label={webhookWords.recoverProgress}
            max={Math.max(1, last.matched)}
            value={last.done}
          />
          <WriteButton loading={stop.isPending} onClick={() => stop.mutate(last.id)}>
            {webhookWords.stop}
          </WriteButton>
        </>
      )}
      {stop.error && (
        <p role="alert" className="refused small">
          {problemFacts(stop.error).text}
        </p>
      )}
    </div>
  );
}

const SHOWN_MS = 3_600_000;

const isRecent = ({ ended_at: endedAt }: Recovery): boolean =>
  endedAt === null || Date.now() - Date.parse(`${endedAt}Z`) < SHOWN_MS;

function sentenceOf({ state, done, matched, ended_at: endedAt }: Recovery): string {
  if (state === 'running') return webhookWords.recoverRunning(done, matched);
  if (state === 'stopped') return webhookWords.recoverStopped(done, matched);
  return webhookWords.recoverFinished(done, formatWhen(endedAt ?? ''));
}
