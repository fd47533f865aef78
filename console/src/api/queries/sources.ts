import { queryOptions } from '@tanstack/react-query';
import { clientOf, dataOf, type Schemas } from '../client';

export type Platform = Schemas['Source'];

/** The platforms of the installation, by slug. They change only with a new version of the service. */
export const sourcesQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['account', accountId, 'sources'],
    queryFn: () => dataOf(clientOf(accountId).GET('/v3/sources')),
    select: ({ data }) => new Map(data.map((source) => [source.slug, source])) as ReadonlyMap<string, Platform>,
    staleTime: Infinity,
  });
