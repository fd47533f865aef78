import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { sourcesQuery } from '../../api/queries/sources';
import { languageName } from '../../words/en/languages';
import { starsOf } from '../../lib/ratings';
import { FilterChip } from '../../parts/filters';
import { reviewsWords } from '../../words/en/reviews';
import type { ReviewsSearch } from './search';

const accountRoute = getRouteApi('/a/$accountId');
const { filter } = reviewsWords;

interface ActiveFiltersProps {
  readonly search: ReviewsSearch;
  readonly onChange: (next: ReviewsSearch) => void;
}

interface Chip {
  readonly name: string;
  readonly value: string;
  /** The parameters that are removed with it. */
  readonly keys: readonly (keyof ReviewsSearch)[];
}

/** The filters of the address, each with a way to remove it. The top bar shows the object or the folder. */
export function ActiveFilters({ search, onChange }: ActiveFiltersProps) {
  const { account } = accountRoute.useRouteContext();
  const { data: sources } = useQuery(sourcesQuery(account.id));
  const nameOf = (slug: string): string => sources?.get(slug)?.display_name ?? slug;
  return (
    <>
      {chipsOf(search, nameOf).map(({ name, value, keys }) => (
        <FilterChip
          key={keys.join()}
          name={name}
          value={value}
          onRemove={() => onChange(Object.fromEntries(keys.map((key) => [key, undefined])))}
        />
      ))}
    </>
  );
}

function chipsOf(search: ReviewsSearch, nameOf: (slug: string) => string): readonly Chip[] {
  const { min_rating: least, max_rating: most, period, published_from: from, published_to: to } = search;
  const chip = (name: string, value: string | undefined, ...keys: readonly (keyof ReviewsSearch)[]): readonly Chip[] =>
    value === undefined ? [] : [{ name, value, keys }];
  const presence = (value: boolean | undefined): string | undefined =>
    value === undefined ? undefined : value ? filter.with : filter.without;
  const rating =
    (least ?? most) === undefined ? undefined : filter.ratings(Math.max(1, starsOf(least ?? 1)), starsOf(most ?? 5));
  return [
    ...chip(filter.rating, rating, 'min_rating', 'max_rating'),
    ...chip(filter.reply, presence(search.has_reply), 'has_reply'),
    ...chip(filter.date, period === undefined ? undefined : filter.period[period], 'period'),
    ...chip(filter.from, from, 'published_from'),
    ...chip(filter.to, to, 'published_to'),
    ...chip(filter.platform, search.source_slugs?.split(',').map(nameOf).join(', '), 'source_slugs'),
    ...chip(filter.language, search.languages?.split(',').map(languageName).join(', '), 'languages'),
    ...chip(filter.text, presence(search.has_text), 'has_text'),
    ...chip(filter.photos, presence(search.has_images), 'has_images'),
    ...chip(filter.hidden, search.show_hidden ? filter.also : undefined, 'show_hidden'),
    ...chip(
      filter.gone,
      search.only_deleted ? filter.only : search.include_deleted ? filter.also : undefined,
      'only_deleted',
      'include_deleted',
    ),
  ];
}
