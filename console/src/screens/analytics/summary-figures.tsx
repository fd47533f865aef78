import type { Summary } from '../../api/queries/analytics';
import { formatMean, formatNumber, formatShare } from '../../lib/format';
import { ChangeArrow } from '../../parts/change';
import { Figure, Figures } from '../../parts/figures';
import { analyticsWords } from '../../words/en/analytics';

type Counts = Summary['summary'];

interface SummaryFiguresProps {
  readonly now: Counts;
  readonly before: Counts | undefined;
}

/** The figures of the period, each beside that of the period before. */
export function SummaryFigures({ now, before }: SummaryFiguresProps) {
  const text = analyticsWords;
  return (
    <Figures label={text.figures}>
      <div className="figure">
        <Figure label={text.reviews} value={formatNumber(now.total_reviews)}>
          {before && before.total_reviews > 0 && (
            <>
              <ChangeArrow value={now.total_reviews / before.total_reviews - 1} format={formatShare} />{' '}
              {text.fromValue(formatNumber(before.total_reviews))}
            </>
          )}
        </Figure>
      </div>
      <div className="figure">
        <Figure label={text.average} value={now.avg_rating === null ? null : formatMean(now.avg_rating)}>
          {now.avg_rating !== null && typeof before?.avg_rating === 'number' && (
            <>
              <ChangeArrow value={Math.round((now.avg_rating - before.avg_rating) * 100) / 100} format={formatMean} />{' '}
              {text.fromValue(formatMean(before.avg_rating))}
            </>
          )}
        </Figure>
      </div>
      <ShareFigure label={text.answered} share={(counts) => counts.reply.total_with_reply} now={now} before={before} />
      <div className="figure">
        <Figure label={text.median} value={hours(now.reply.median_hours)}>
          {before && before.reply.median_hours !== null && text.fromValue(hours(before.reply.median_hours) ?? '')}
        </Figure>
      </div>
      <ShareFigure label={text.withText} share={(counts) => counts.reviews_with_text} now={now} before={before} />
      <ShareFigure label={text.withPhotos} share={(counts) => counts.reviews_with_images} now={now} before={before} />
    </Figures>
  );
}

interface ShareFigureProps extends SummaryFiguresProps {
  readonly label: string;
  readonly share: (counts: Counts) => number;
}

function ShareFigure({ label, share, now, before }: ShareFigureProps) {
  const of = (counts: Counts | undefined): number | null =>
    counts === undefined || counts.total_reviews === 0 ? null : share(counts) / counts.total_reviews;
  const [value, earlier] = [of(now), of(before)];
  return (
    <div className="figure">
      <Figure label={label} value={value === null ? null : formatShare(value)}>
        {value !== null && earlier !== null && (
          <ChangeArrow
            value={Math.round((value - earlier) * 100)}
            format={(points) => analyticsWords.points(formatNumber(points))}
          />
        )}
      </Figure>
    </div>
  );
}

function hours(value: number | null): string | null {
  return value === null ? null : analyticsWords.medianHours(formatNumber(value));
}
