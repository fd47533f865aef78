import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { summaryQuery, type Summary } from '../../api/queries/analytics';
import { attentionQuery } from '../../api/queries/attention';
import { formatMean, formatMoment, formatNumber, formatShare } from '../../lib/format';
import { mostOf } from '../../lib/ratings';
import { countedReviews, published } from '../../lib/periods';
import { ChangeArrow } from '../../parts/change';
import { Figure, Figures } from '../../parts/figures';
import { overviewWords } from '../../words/en/overview';
import type { OverviewView } from './view';

type Counts = Summary['summary'];

/** Five figures; each leads to its list. */
export function FigureRow({ view }: { readonly view: OverviewView }) {
  const now = useQuery(summaryQuery(view.accountId, { ...view.ids, ...published(view.range) }));
  const earlier = useQuery({
    ...summaryQuery(view.accountId, { ...view.ids, ...published(view.before) }),
    enabled: view.before !== null,
  });
  const counts = now.data?.summary;
  const before = view.before === null ? undefined : earlier.data?.summary;
  const params = { accountId: String(view.accountId) };
  const inbox = countedReviews(view.ids, view.range);
  return (
    <Figures label={overviewWords.figures}>
      <Link className="figure" to="/a/$accountId/reviews" params={params} search={inbox}>
        <Figure label={overviewWords.newReviews} value={counts ? formatNumber(counts.total_reviews) : null}>
          <NewReviews now={counts} before={before} />
        </Figure>
      </Link>
      <Link className="figure" to="/a/$accountId/analytics" params={params} search={{ scope: view.scope }}>
        <Figure label={overviewWords.average} value={averageOf(counts)}>
          <AverageNote now={counts} before={before} />
        </Figure>
      </Link>
      <Link className="figure" to="/a/$accountId/reviews" params={params} search={{ ...inbox, has_reply: false }}>
        <Figure label={overviewWords.answered} value={answeredText(counts)}>
          <AnsweredNote now={counts} before={before} />
        </Figure>
      </Link>
      <Unanswered view={view} />
      <Completeness view={view} />
    </Figures>
  );
}

function Unanswered({ view }: { readonly view: OverviewView }) {
  const { data } = useQuery(attentionQuery(view.accountId, view.scope));
  const waiting = data?.data.find(({ kind }) => kind === 'unanswered');
  return (
    <Link
      className="figure"
      to="/a/$accountId/reviews"
      params={{ accountId: String(view.accountId) }}
      search={{ ...countedReviews(view.ids, null), has_reply: false, max_rating: mostOf(2) }}
    >
      <Figure label={overviewWords.unanswered} value={data ? formatNumber(waiting?.count ?? 0) : null}>
        {waiting === undefined
          ? overviewWords.noneWaits
          : waiting.since !== null && overviewWords.oldest(formatMoment(waiting.since))}
      </Figure>
    </Link>
  );
}

function Completeness({ view }: { readonly view: OverviewView }) {
  const { data } = useQuery(attentionQuery(view.accountId, view.scope));
  const collection = data?.collection;
  const share = collection?.completeness ?? null;
  return (
    <Link className="figure" to="/a/$accountId/objects" params={{ accountId: String(view.accountId) }} search={{}}>
      <Figure label={overviewWords.completeness} value={share === null ? null : formatShare(share)}>
        {collection && overviewWords.upToDate(collection.up_to_date, collection.links)}
        {collection && share === null && `, ${overviewWords.noNumber}`}
      </Figure>
    </Link>
  );
}

interface Compared {
  readonly now: Counts | undefined;
  readonly before: Counts | undefined;
}

function NewReviews({ now, before }: Compared) {
  if (now === undefined || before === undefined) return null;
  const { total_reviews: total } = before;
  if (total === 0) return overviewWords.nothingBefore;
  return (
    <>
      <ChangeArrow value={now.total_reviews / total - 1} format={formatShare} />{' '}
      {overviewWords.from(formatNumber(total))}
    </>
  );
}

function AverageNote({ now, before }: Compared) {
  if (typeof now?.avg_rating !== 'number') return null;
  if (typeof before?.avg_rating !== 'number') return before === undefined ? null : overviewWords.nothingBefore;
  return (
    <>
      <ChangeArrow value={rounded(now.avg_rating - before.avg_rating)} format={formatMean} />{' '}
      {overviewWords.from(formatMean(before.avg_rating))}
    </>
  );
}

function AnsweredNote({ now, before }: Compared) {
  const share = answeredShare(now);
  const earlier = answeredShare(before);
  const median = now?.reply.median_hours ?? null;
  const points = share !== null && earlier !== null ? Math.round((share - earlier) * 100) : null;
  return (
    <>
      {points !== null && <ChangeArrow value={points} format={(n) => overviewWords.points(formatNumber(n))} />}
      {points !== null && median !== null && ', '}
      {median !== null && overviewWords.median(overviewWords.hours(formatNumber(median)))}
    </>
  );
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

function averageOf(counts: Counts | undefined): string | null {
  return typeof counts?.avg_rating === 'number' ? formatMean(counts.avg_rating) : null;
}

function answeredShare(counts: Counts | undefined): number | null {
  if (counts === undefined || counts.total_reviews === 0) return null;
  return counts.reply.total_with_reply / counts.total_reviews;
}

function answeredText(counts: Counts | undefined): string | null {
  const share = answeredShare(counts);
  return share === null ? null : formatShare(Math.round(share * 100) / 100);
}
