import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { problemFacts } from '../../api/problem';
import { languageFiguresQuery, type LanguageFigures } from '../../api/queries/analytics';
import { formatMean, formatNumber, formatShare } from '../../lib/format';
import { languageName } from '../../words/en/languages';
import { Problem } from '../../parts/states';
import { analyticsWords } from '../../words/en/analytics';
import type { AnalyticsView } from './view';

/** The figures of each language; its name leads to its reviews. */
export function ByLanguage({ view }: { readonly view: AnalyticsView }) {
  const languages = useQuery(languageFiguresQuery(view.accountId, view.filter));
  if (languages.error) return <Problem {...problemFacts(languages.error)} onRetry={() => void languages.refetch()} />;
  const rows = languages.data?.data ?? [];
  if (rows.length === 0) return null;
  const text = analyticsWords;
  return (
    <section className="card analytics-table" aria-labelledby="by-language">
      <div className="card-head">
        <h2 id="by-language">{text.byLanguage}</h2>
      </div>
      <div className="figures-scroll" role="group" aria-labelledby="by-language" tabIndex={0}>
        <table className="figures-table">
          <thead>
            <tr>
              <th scope="col">{text.language}</th>
              <th scope="col">{text.reviews}</th>
              <th scope="col">{text.average}</th>
              <th scope="col">{text.answered}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((figures) => (
              <Row key={figures.language} figures={figures} view={view} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Row({ figures, view }: { readonly figures: LanguageFigures; readonly view: AnalyticsView }) {
  const { language, review_count: reviews, avg_rating: average } = figures;
  const search = { ...view.inbox(view.range), languages: language };
  return (
    <tr>
      <td>
        <Link
          className="link"
          to="/a/$accountId/reviews"
          params={{ accountId: String(view.accountId) }}
          search={search}
        >
          {languageName(language)}
        </Link>
      </td>
      <td>{formatNumber(reviews)}</td>
      <td>{average === null ? analyticsWords.none : formatMean(average)}</td>
      <td>{formatShare(figures.total_with_reply / reviews)}</td>
    </tr>
  );
}
