import { queryOptions } from '@tanstack/react-query';
import { call, type Schemas } from '../client';

export type Embed = Schemas['Embed'];

export const embedKeys = { all: (accountId: number) => ['account', accountId, 'embeds'] as const };

/** All embeds of an account, oldest first. */
export const embedsQuery = (accountId: number) =>
  queryOptions({
    queryKey: embedKeys.all(accountId),
    queryFn: async (): Promise<readonly Embed[]> => (await call(accountId, 'GET', '/v3/embeds')).data,
    staleTime: 30_000,
  });

/** `minRating`: stars; null shows all ratings. */
export const createEmbed = (accountId: number, objectId: number, minRating: number | null) =>
  call(accountId, 'POST', '/v3/embeds', { body: { object_id: objectId, options: { min_rating: minRating } } });

/** Revokes the token. */
export const deleteEmbed = (accountId: number, embedId: number) =>
  call(accountId, 'DELETE', '/v3/embeds/{embed_id}', { path: { embed_id: embedId } });
