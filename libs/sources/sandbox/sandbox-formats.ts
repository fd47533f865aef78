/** Formats that the responses of several sandbox platforms have. */
import type { SandboxReview } from './sandbox-review';

/** The average of the ratings; null if no review has one. */
export function averageOf(reviews: readonly SandboxReview[]): number | null {
  const ratings = reviews.flatMap(({ rating }) => rating ?? []);
  return ratings.length === 0 ? null : ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length;
}

/** The average with one decimal; 0 without ratings. */
export const roundedAverage = (reviews: readonly SandboxReview[]): number =>
  Math.round((averageOf(reviews) ?? 0) * 10) / 10;

export const unixSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** A time in UTC to the second, such as `2026-05-01T12:30:00Z`. */
export const isoToTheSecond = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** JSON as the content of a script. It contains no "<", so that no text can end the script. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
