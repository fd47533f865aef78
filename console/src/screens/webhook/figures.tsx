import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { statisticsQuery, type Webhook } from '../../api/queries/webhooks';
import { ageOf, formatMs, formatSpan } from '../../lib/durations';
import { formatNumber } from '../../lib/format';
import { words } from '../../words/en';

const accountRoute = getRouteApi('/a/$accountId');
const MONTH_HOURS = 720;

/** Four figures of the deliveries. They keep their place while they load. */
export function Figures({ webhook }: { readonly webhook: Webhook }) {
  const { account } = accountRoute.useRouteContext();
  const { data: day } = useQuery(statisticsQuery(account.id, webhook.id));
  const { data: month } = useQuery(statisticsQuery(account.id, webhook.id, MONTH_HOURS));
  const lost = (of: typeof day): number => (of ? of.failed + of.dead_letter : 0);
  const ended = day ? day.delivered + lost(day) : 0;
  return (
    <dl className="card webhook-figures" aria-label={words.webhook.figures}>
      <Figure
        name={words.webhook.delivered24}
        value={day && formatNumber(day.delivered)}
        note={ended > 0 && day ? words.webhook.share(day.delivered / ended) : undefined}
      />
      <Figure
        name={words.webhook.waiting}
        value={day && formatNumber(day.pending)}
        note={
          day?.oldest_pending_at
            ? words.webhook.oldest(formatSpan(ageOf(day.oldest_pending_at)))
            : day && words.webhook.nothingWaits
        }
      />
      <Figure
        name={words.webhook.lost}
        value={day && formatNumber(lost(day))}
        note={month && words.webhook.lost30(lost(month))}
      />
      <Figure
        name={words.webhook.answersIn}
        value={day && (day.p95_ms === null ? '–' : formatMs(day.p95_ms))}
        note={day && (day.p95_ms === null ? words.webhook.noAnswer : words.webhook.of100)}
      />
    </dl>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string | undefined;
  readonly note: string | undefined;
}

function Figure({ name, value, note }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b className="num">{value ?? ' '}</b> <span className="small sub num">{note}</span>
      </dd>
    </div>
  );
}
