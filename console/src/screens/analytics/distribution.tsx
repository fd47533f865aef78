import { Link } from '@tanstack/react-router';
import type { Summary } from '../../api/queries/analytics';
import { formatNumber, formatShare } from '../../lib/format';
import { mostOf } from '../../lib/ratings';
import { analyticsWords } from '../../words/en/analytics';
import type { AnalyticsView } from './view';

const BUCKETS = [5, 4, 3, 2, 1] as const;

/** Reviews by rating as bars. A bar leads to its reviews. */
export function Distribution({ counts, view }: { readonly counts: Summary['summary']; readonly view: AnalyticsView }) {
  const { rating_distribution: distribution, total_reviews: total } = counts;
  const rated = BUCKETS.reduce((sum, bucket) => sum + distribution[bucket], 0);
  return (
    <section className="card distribution" aria-labelledby="distribution">
      <div className="card-head">
        <h2 id="distribution">{analyticsWords.distribution}</h2>
      </div>
      {total === 0 && <p className="sub">{analyticsWords.empty}</p>}
      {total > 0 && (
        <ul>
          {BUCKETS.map((bucket) => (
            <li key={bucket}>
              <Link
                to="/a/$accountId/reviews"
                params={{ accountId: String(view.accountId) }}
                search={{ ...view.inbox(view.range), min_rating: bucket, max_rating: mostOf(bucket) }}
              >
                <Bar label={analyticsWords.stars(bucket)} count={distribution[bucket]} total={total} />
              </Link>
            </li>
          ))}
          {total > rated && (
            <li>
              <Bar label={analyticsWords.unrated} count={total - rated} total={total} />
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

function Bar({ label, count, total }: { readonly label: string; readonly count: number; readonly total: number }) {
  const share = count / total;
  return (
    <>
      <span>{label}</span>
      <span className="distribution-bar" aria-hidden>
        <i style={{ inlineSize: `${share * 100}%` }} />
      </span>
      <span className="num">
        {formatNumber(count)} <span className="muted">{formatShare(share)}</span>
      </span>
    </>
  );
}
