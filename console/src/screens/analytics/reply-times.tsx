import { useQuery } from '@tanstack/react-query';
import { problemFacts } from '../../api/problem';
import { replyTimesQuery, type ReplyTimes } from '../../api/queries/analytics';
import { sourcesQuery } from '../../api/queries/sources';
import { formatNumber, formatShare, formatUtcDay } from '../../lib/format';
import { PlatformName } from '../../parts/platform';
import { Problem } from '../../parts/states';
import { analyticsWords } from '../../words/en/analytics';
import type { AnalyticsView } from './view';

/** How soon reviews are answered, by platform. */
export function ReplyTimesTable({ view }: { readonly view: AnalyticsView }) {
  const times = useQuery(replyTimesQuery(view.accountId, view.filter));
  const { data: sources } = useQuery(sourcesQuery(view.accountId));
  if (times.error) return <Problem {...problemFacts(times.error)} onRetry={() => void times.refetch()} />;
  const rows = (times.data?.by_source ?? []).filter(({ answered_count: answered }) => answered > 0);
  if (rows.length === 0) return null;
  const text = analyticsWords;
  const from = times.data?.total.times_from ?? null;
  return (
    <section className="card analytics-table" aria-labelledby="reply-times">
      <div className="card-head">
        <h2 id="reply-times">{text.replyTimes}</h2>
        <span className="end small muted">
          {from !== null && `${text.timesFrom(formatUtcDay(`${from}T00:00:00`))} `}
          {text.withoutTimeNote}
        </span>
      </div>
      <div className="figures-scroll" role="group" aria-labelledby="reply-times" tabIndex={0}>
        <table className="figures-table">
          <thead>
            <tr>
              <th scope="col">{text.platform}</th>
              <th scope="col">{text.answered}</th>
              <th scope="col">{text.median}</th>
              <th scope="col">{text.p90}</th>
              <th scope="col">{text.withoutTime}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((times) => (
              <tr key={times.source_id}>
                <td>
                  <PlatformName
                    slug={times.source_name}
                    name={sources?.get(times.source_name)?.display_name ?? times.source_name}
                  />
                </td>
                <td>{formatShare(times.answered_count / times.review_count)}</td>
                <td>{hours(times.median_hours)}</td>
                <td>{hours(times.p90_hours)}</td>
                <td>{formatNumber(withoutTimeOf(times))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const withoutTimeOf = ({ early_count: early, undated_count: undated }: ReplyTimes): number => early + undated;

const hours = (value: number | null): string =>
  value === null ? analyticsWords.none : analyticsWords.medianHours(formatNumber(value));
