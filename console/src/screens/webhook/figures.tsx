import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { statisticsQuery, type Webhook } from '../../api/queries/webhooks';
import { ageOf, formatMs, formatSpan } from '../../lib/durations';
import { formatNumber } from '../../lib/format';
import { webhookWords } from '../../words/en/webhook';

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
    <dl className="card webhook-figures" aria-label={webhookWords.figures}>
      <Figure
        name={webhookWords.delivered24}
        value={day && formatNumber(day.delivered)}
        note={ended > 0 && day ? webhookWords.share(day.delivered / ended) : undefined}
      />
      <Figure
        name={webhookWords.waiting}
        value={day && formatNumber(day.pending)}
        note={
          day?.oldest_pending_at
            ? webhookWords.oldest(formatSpan(ageOf(day.oldest_pending_at)))
            : day && webhookWords.nothingWaits
        }
      />
      <Figure
        name={webhookWords.lost}
        value={day && formatNumber(lost(day))}
        note={month && webhookWords.lost30(lost(month))}
      />
      <Figure
        name={webhookWords.answersIn}
        value={day && (day.p95_ms === null ? '–' : formatMs(day.p95_ms))}
        note={day && (day.p95_ms === null ? webhookWords.noAnswer : webhookWords.of100)}
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
