import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { summaryQuery, type PlatformFigures } from '../../api/queries/analytics';
import { sourcesQuery } from '../../api/queries/sources';
import { averageChange } from '../../lib/ratings';
import { formatMean, formatNumber } from '../../lib/format';
import { published } from '../../lib/periods';
import { Change } from '../../parts/change';
import { PlatformName } from '../../parts/platform';
import { overviewWords } from '../../words/en/overview';
import type { OverviewView } from './view';

/** Platforms with reviews in the period, most reviews first. */
export function ByPlatform({ view }: { readonly view: OverviewView }) {
  const now = useQuery(summaryQuery(view.accountId, { ...view.ids, ...published(view.range) }));
  const earlier = useQuery({
    ...summaryQuery(view.accountId, { ...view.ids, ...published(view.before) }),
    enabled: view.before !== null,
  });
  const rows = (now.data?.by_source ?? [])
    .filter(({ review_count: count }) => count > 0)
    .sort((a, b) => b.review_count - a.review_count);
  const before = new Map(earlier.data?.by_source.map((figures) => [figures.source_id, figures]));
  return (
    <section className="card" aria-labelledby="by-platform">
      <header className="card-head">
        <h2 id="by-platform">{overviewWords.byPlatform.title}</h2>
        <Link
          className="link small end"
          to="/a/$accountId/analytics"
          params={{ accountId: String(view.accountId) }}
          search={{ scope: view.scope }}
        >
          {overviewWords.byPlatform.analytics}
        </Link>
      </header>
      {now.data !== undefined && rows.length === 0 && <p className="needs-none sub">{overviewWords.noReviews}</p>}
      {rows.length > 0 && (
        <table className="figures-table">
          <thead>
            <tr>
              <th scope="col">{overviewWords.byPlatform.platform}</th>
              <th scope="col">{overviewWords.reviews}</th>
              <th scope="col">{overviewWords.averageShort}</th>
              {view.before !== null && <th scope="col">{overviewWords.change}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((figures) => (
              <Row
                key={figures.source_id}
                figures={figures}
                before={before.get(figures.source_id)}
                isCompared={view.before !== null}
                accountId={view.accountId}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

interface RowProps {
  readonly figures: PlatformFigures;
  readonly before: PlatformFigures | undefined;
  readonly isCompared: boolean;
  readonly accountId: number;
}

function Row({ figures, before, isCompared, accountId }: RowProps) {
  const sources = useQuery(sourcesQuery(accountId));
  const slug = figures.source_name;
  const name = sources.data?.get(slug)?.display_name ?? slug;
  return (
    <tr>
      <td>
        <PlatformName slug={slug} name={name} />
      </td>
      <td>{formatNumber(figures.review_count)}</td>
      <td>{figures.avg_rating === null ? overviewWords.none : formatMean(figures.avg_rating)}</td>
      {isCompared && (
        <td>
          <Change value={averageChange(figures, before)} format={formatMean} nothing={overviewWords.none} />
        </td>
      )}
    </tr>
  );
}
