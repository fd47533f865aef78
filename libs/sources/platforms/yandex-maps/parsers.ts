import { parser } from '../../parsing/parser';
import type { RenderedPage } from '../../source-browser';
import { readOrganization } from './page-state';
import { readObject, readPosition, readReviews } from './parse';

interface PageFacts {
  readonly page: Omit<RenderedPage, 'html'>;
  /** The number of the requested organization. */
  readonly id: string;
}

/** Parses a rendered page: its reviews, its data about the organization, and its position in the list. */
export const organizationPage = parser('yandex-maps/page', (html, { page, id }: PageFacts) => {
  const organization = readOrganization({ ...page, html }, id);
  return {
    ...readReviews(organization),
    object: readObject(organization),
    position: readPosition(organization),
    counter: organization.ratingData?.reviewCount ?? 0,
  };
});
