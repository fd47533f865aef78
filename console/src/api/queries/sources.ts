import { queryOptions } from '@tanstack/react-query';
import { call, type Schemas } from '../client';

export type Platform = Schemas['Source'];

/** The platforms of the installation, by slug. They change only with a new version of the service. */
export const sourcesQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['account', accountId, 'sources'],
    queryFn: () => call(accountId, 'GET', '/v3/sources'),
    select: ({ data }): ReadonlyMap<string, Platform> => new Map(data.map((source) => [source.slug, source])),
    staleTime: Infinity,
  });
