/** A review in a body of either version (`body-fields.ts`). */
interface ReviewInBody {
  readonly id: number;
  author: string | null;
}

/**
 * The body of a delivery with these authors of reviews, by id, and every other byte unchanged; null if it has the same authors, or none of
 * these reviews. Bodies are JSON as `render.ts` writes it.
 */
export function bodyWithAuthors(body: string, authors: ReadonlyMap<number, string | null>): string | null {
  const parsed = JSON.parse(body) as Partial<Record<'groups' | 'objects', readonly { reviews?: ReviewInBody[] }[]>>;
  let isChanged = false;
  for (const { reviews = [] } of parsed.objects ?? parsed.groups ?? []) {
    for (const review of reviews) {
      const author = authors.get(review.id);
      if (author === undefined || author === review.author) continue;
      review.author = author;
      isChanged = true;
    }
  }
  return isChanged ? JSON.stringify(parsed) : null;
}
