import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { objectsQuery } from '../../api/queries/objects';
import { FilterChip } from '../../parts/filters';
import { words } from '../../words/en';
import { viewOf, type ReviewsSearch } from './search';

const accountRoute = getRouteApi('/a/$accountId');

interface ActiveFiltersProps {
  readonly search: ReviewsSearch;
  readonly onChange: (next: ReviewsSearch) => void;
}

/** The filters of the address that no view has, each with a way to remove it. */
export function ActiveFilters({ search, onChange }: ActiveFiltersProps) {
  const { account } = accountRoute.useRouteContext();
  const objects = useQuery(objectsQuery(account.id));
  const object = objects.data?.data.find(({ id }) => id === search.object_id);
  const isView = viewOf(search) !== null;
  const ratings = `${search.min_rating ?? 1}–${search.max_rating ?? 5}`;
  return (
    <>
      {search.object_id !== undefined && (
        <FilterChip
          name={words.reviews.object}
          value={object?.name ?? String(search.object_id)}
          onRemove={() => onChange({ object_id: undefined })}
        />
      )}
      {!isView && (search.min_rating ?? search.max_rating) !== undefined && (
        <FilterChip
          name={words.reviews.rating}
          value={ratings}
          onRemove={() => onChange({ min_rating: undefined, max_rating: undefined })}
        />
      )}
      {!isView && search.has_reply === false && (
        <FilterChip
          name={words.reviews.reply}
          value={words.reviews.none}
          onRemove={() => onChange({ has_reply: undefined })}
        />
      )}
      {search.published_from !== undefined && (
        <FilterChip
          name={words.reviews.from}
          value={search.published_from}
          onRemove={() => onChange({ published_from: undefined })}
        />
      )}
      {search.published_to !== undefined && (
        <FilterChip
          name={words.reviews.to}
          value={search.published_to}
          onRemove={() => onChange({ published_to: undefined })}
        />
      )}
    </>
  );
}
