import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { formatAverage } from '../lib/format';
import { reviewsWords } from '../words/en/reviews';
import './stars.css';

const PLACES = [1, 2, 3, 4, 5];

/** A rating of 1 to 5 as stars, with its number as the accessible name; a text without a rating. */
export function Stars({ rating, size = 13 }: { readonly rating: number | null; readonly size?: number }) {
  if (rating === null) return <span className="muted small">{reviewsWords.noRating}</span>;
  const full = Math.round(rating);
  return (
    <span className="stars" role="img" aria-label={reviewsWords.stars(rating)} title={formatAverage(rating)}>
      {PLACES.map((place) =>
        place <= full ? (
          <IconStarFilled key={place} size={size} />
        ) : (
          <IconStar key={place} size={size} stroke={1.5} className="off" />
        ),
      )}
    </span>
  );
}
