import { useQuery } from '@tanstack/react-query';
import { platformRatingsQuery, type PlatformFigures, type PlatformRating } from '../../api/queries/analytics';
import { sourcesQuery } from '../../api/queries/sources';
import { formatMean, formatNumber, formatShare } from '../../lib/format';
import { Change } from '../../parts/change';
import { PlatformName } from '../../parts/platform';
import { analyticsWords } from '../../words/en/analytics';
import { comparison } from './comparison';
import type { AnalyticsView } from './view';

interface ByPlatformProps {
  readonly now: readonly PlatformFigures[];
  readonly before: readonly PlatformFigures[] | undefined;
  readonly view: AnalyticsView;
}

/** The figures of each platform, beside those that it publishes itself where one object is shown. */
export function ByPlatform({ now, before, view }: ByPlatformProps) {
  const { object_id: objectId } = view.ids;
  const ratings = useQuery({
    ...platformRatingsQuery(view.accountId, { object_id: objectId ?? 0 }),
    enabled: objectId !== undefined,
  });
  const rows = now.filter(({ review_count: n }) => n > 0).sort((a, b) => b.review_count - a.review_count);
  const earlier = new Map(before?.map((figures) => [figures.source_id, figures]));
  const text = analyticsWords;
  return (
    <section className="card analytics-table" aria-labelledby="by-platform">
      <div className="card-head">
        <h2 id="by-platform">{text.byPlatform}</h2>
        {objectId !== undefined && <span className="end small muted">{text.publishedNote}</span>}
      </div>
      {rows.length === 0 && <p className="sub">{text.empty}</p>}
      {rows.length > 0 && (
        <div className="figures-scroll" role="group" aria-labelledby="by-platform" tabIndex={0}>
          <table className="figures-table">
            <thead>
              <tr>
                <th scope="col">{text.platform}</th>
                <th scope="col">{text.reviews}</th>
                <th scope="col">{text.average}</th>
                {before && <th scope="col">{text.change}</th>}
                <th scope="col">{text.answered}</th>
                <th scope="col">{text.withText}</th>
                {objectId !== undefined && <th scope="col">{text.published}</th>}
              </tr>
            </thead>
            <tbody>
              {rows.map((figures) => (
                <Row
                  key={figures.source_id}
                  figures={figures}
                  before={before && earlier.get(figures.source_id)}
                  isCompared={before !== undefined}
                  published={objectId === undefined ? undefined : publishedText(ratings.data?.data, figures.source_id)}
                  accountId={view.accountId}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

interface RowProps {
  readonly figures: PlatformFigures;
  readonly before: PlatformFigures | undefined;
  readonly isCompared: boolean;
  /** The average of the platform itself; undefined where it is not shown. */
  readonly published: string | undefined;
  readonly accountId: number;
}

function Row({ figures, before, isCompared, published, accountId }: RowProps) {
  const sources = useQuery(sourcesQuery(accountId));
  const name = sources.data?.get(figures.source_name)?.display_name ?? figures.source_name;
  return (
    <tr>
      <td>
        <PlatformName slug={figures.source_name} name={name} />
      </td>
      <td>{formatNumber(figures.review_count)}</td>
      <td>{figures.avg_rating === null ? analyticsWords.none : formatMean(figures.avg_rating)}</td>
      {isCompared && (
        <td>
          <Change {...comparison(figures, before)} format={formatMean} />
        </td>
      )}
      <td>{formatShare(figures.total_with_reply / figures.review_count)}</td>
      <td>{formatShare(figures.reviews_with_text / figures.review_count)}</td>
      {published !== undefined && <td>{published}</td>}
    </tr>
  );
}

function publishedText(ratings: readonly PlatformRating[] | undefined, sourceId: number): string {
  const rating = ratings?.find(({ source_id: id }) => id === sourceId)?.rating;
  return typeof rating === 'number' ? formatMean(rating) : analyticsWords.none;
}
