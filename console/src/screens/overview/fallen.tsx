import { useQuery } from '@tanstack/react-query';
import { objectFiguresQuery, type ObjectFigures } from '../../api/queries/analytics';
import { averageChange } from '../../lib/ratings';
import { formatMean, formatNumber, formatShare } from '../../lib/format';
import { published } from '../../lib/periods';
import { Change } from '../../parts/change';
import { LinkToObject } from '../../parts/link-to-object';
import { overviewWords } from '../../words/en/overview';
import type { OverviewView } from './view';

const LEAST_REVIEWS = 20;
const MOST_ROWS = 5;
/** Objects with few reviews come first when their average fell most; they are left out here. */
const READ = 200;

/** Objects with enough reviews whose average fell, most first. */
export function Fallen({ view }: { readonly view: OverviewView }) {
  const objects = useQuery({
    ...objectFiguresQuery(view.accountId, {
      ...view.ids,
      ...published(view.range),
      ...(view.before === null ? {} : { compare_from: view.before.from, compare_to: view.before.to }),
      sort_by: 'avg_rating_change',
      sort_order: 'asc',
      limit: READ,
    }),
    enabled: view.before !== null,
  });
  if (view.before === null) return null;
  const rows = (objects.data?.data ?? [])
    .filter((object) => object.review_count >= LEAST_REVIEWS && (averageChange(object, object.before) ?? 0) < 0)
    .slice(0, MOST_ROWS);
  return (
    <section className="card" aria-labelledby="fallen">
      <header className="card-head">
        <h2 id="fallen">{overviewWords.fallen.title}</h2>
        <span className="end small muted">{overviewWords.fallen.note}</span>
      </header>
      {objects.data && rows.length === 0 && <p className="needs-none sub">{overviewWords.fallen.none}</p>}
      {rows.length > 0 && (
        <div className="figures-scroll" role="group" aria-labelledby="fallen" tabIndex={0}>
          <table className="figures-table">
            <thead>
              <tr>
                <th scope="col">{overviewWords.fallen.object}</th>
                <th scope="col">{overviewWords.reviews}</th>
                <th scope="col">{overviewWords.averageShort}</th>
                <th scope="col">{overviewWords.change}</th>
                <th scope="col">{overviewWords.beforeTitle}</th>
                <th scope="col">{overviewWords.unanswered}</th>
                <th scope="col">{overviewWords.completeness}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((object) => (
                <Row key={object.object_id} object={object} accountId={view.accountId} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Row({ object, accountId }: { readonly object: ObjectFigures; readonly accountId: number }) {
  const { avg_rating: average, before, completeness } = object;
  return (
    <tr>
      <td>
        <LinkToObject accountId={accountId} object={{ id: object.object_id, name: object.name }} />
      </td>
      <td>{formatNumber(object.review_count)}</td>
      <td>{average === null ? overviewWords.none : formatMean(average)}</td>
      <td>
        <Change value={averageChange(object, before)} format={formatMean} nothing={overviewWords.none} />
      </td>
      <td>{typeof before?.avg_rating === 'number' ? formatMean(before.avg_rating) : overviewWords.none}</td>
      <td>{formatNumber(object.unanswered_negative)}</td>
      <td>{completeness === null ? overviewWords.none : formatShare(completeness)}</td>
    </tr>
  );
}
