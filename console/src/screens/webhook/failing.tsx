import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { IconAlertTriangle, IconPlayerPause, IconSend } from '@tabler/icons-react';
import { problemFacts } from '../../api/problem';
import { deliveriesQuery, deliveryKeys, redeliver, type Delivery } from '../../api/queries/deliveries';
import { mayActAs } from '../../api/queries/session';
import { webhookKeys, type Webhook, type WebhookStatistics } from '../../api/queries/webhooks';
import { secondsToLast } from '../../lib/retries';
import { wireOf } from '../../lib/since';
import { formatWhen, momentOf } from '../../lib/format';
import { WriteButton } from '../../parts/write-button';
import { webhookWords } from '../../words/en/webhook';

const accountRoute = getRouteApi('/a/$accountId');

interface FailingProps {
  readonly webhook: Webhook;
  readonly statistics: WebhookStatistics;
}

/** What is wrong with the receiver: what it answers, since when, and until when its deliveries are tried. */
export function Failing({ webhook, statistics }: FailingProps) {
  const { account } = accountRoute.useRouteContext();
  const isFailing = webhook.is_active && webhook.failure_count > 0 && statistics.failing_since !== null;
  const filter = { status: 'pending', limit: 1, offset: Math.max(0, statistics.pending - 1) } as const;
  const { data: oldest } = useQuery({
    ...deliveriesQuery(account.id, webhook.id, filter, () => filter),
    enabled: isFailing && statistics.pending > 0,
  });
  if (!webhook.is_active)
    return (
      <div className="banner webhook-banner mute">
        <IconPlayerPause className="icon" size={16} stroke={1.75} aria-hidden />
        <p>{statistics.pending > 0 ? webhookWords.pausedWaits(statistics.pending) : webhookWords.pausedNote}</p>
      </div>
    );
  if (!isFailing) return null;
  const [delivery] = oldest?.data ?? [];
  return (
    <div className="banner bad webhook-banner" role="status">
      <IconAlertTriangle className="icon" size={16} stroke={1.75} aria-hidden />
      <div>
        <b>
          {webhookWords.failing(answerOf(delivery), formatWhen(statistics.failing_since ?? ''), webhook.failure_count)}
        </b>
        <p className="sub">
          {statistics.pending === 0
            ? webhookWords.noneWaits
            : webhookWords.wait(statistics.pending, delivery ? lastTryOf(delivery, statistics) : null)}
        </p>
      </div>
      {delivery && mayActAs(account.role, 'member') && <TryOne delivery={delivery} />}
    </div>
  );
}

function answerOf(delivery: Delivery | undefined): string {
  if (delivery === undefined) return webhookWords.hasAcceptedNothing;
  const status = delivery.last_status_code;
  return status === null ? webhookWords.hasNotAnswered : webhookWords.hasAnswered(status);
}

/** When a waiting delivery is tried for the last time. */
export function lastTryOf(delivery: Delivery, schedule: WebhookStatistics): string | null {
  if (delivery.next_attempt_at === null) return null;
  const next = momentOf(delivery.next_attempt_at).getTime();
  return formatWhen(wireOf(next + 1000 * secondsToLast(delivery.tries, schedule)));
}

function TryOne({ delivery }: { readonly delivery: Delivery }) {
  const { account } = accountRoute.useRouteContext();
  const queries = useQueryClient();
  const attempt = useMutation({
    mutationFn: () => redeliver(account.id, delivery.webhook_id, delivery.delivery_id),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: deliveryKeys.of(account.id, delivery.webhook_id) });
      await queries.invalidateQueries({ queryKey: webhookKeys.all(account.id) });
    },
  });
  return (
    <span className="banner-action">
      <WriteButton
        leftSection={<IconSend size={16} stroke={1.75} aria-hidden />}
        loading={attempt.isPending}
        onClick={() => attempt.mutate()}
      >
        {webhookWords.tryOne}
      </WriteButton>
      {attempt.error && (
        <span role="alert" className="refused small">
          {problemFacts(attempt.error).text}
        </span>
      )}
    </span>
  );
}
