import { reviewsWords } from '../words/en/reviews';
import './review-line.css';

interface ReviewLineProps {
  readonly review: { readonly author: string | null; readonly rating: number | null; readonly text: string | null };
}

/** A review in one line: who, how many stars, and the beginning of the text. */
export function ReviewLine({ review: { author, rating, text } }: ReviewLineProps) {
  return (
    <span className="review-line clip">
      <bdi>
        <b>{authorOf(author)}</b>
      </bdi>{' '}
      {rating !== null && (
        <span className="muted num nowrap">
          <span className="sr">{reviewsWords.stars(rating)}</span>
          <span aria-hidden>{rating} ★</span>
        </span>
      )}{' '}
      <bdi className="sub">{text ?? reviewsWords.noText}</bdi>
    </span>
  );
}

/** The name of an author, or the words where a platform gives none. */
export function authorOf(author: string | null): string {
  return author === null || author === '' ? reviewsWords.noAuthor : author;
}
