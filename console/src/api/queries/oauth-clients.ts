import { queryOptions } from '@tanstack/react-query';
import { clientOf, dataOf, type Schemas } from '../client';

export type OAuthClient = Schemas['OAuthClientShown'];

const keyOf = (slug: string) => ['operator', 'oauth-client', slug] as const;

/** The operator's client at a platform. It belongs to the installation. */
export const oauthClientQuery = (slug: string) =>
  queryOptions({
    queryKey: keyOf(slug),
    queryFn: () => dataOf(clientOf(null).GET('/v3/admin/sources/{slug}/oauth-client', { params: { path: { slug } } })),
  });

export const saveOAuthClient = (slug: string, body: { readonly client_id: string; readonly client_secret: string }) =>
  dataOf(clientOf(null).PUT('/v3/admin/sources/{slug}/oauth-client', { params: { path: { slug } }, body }));

export const testOAuthClient = (slug: string) =>
  dataOf(clientOf(null).POST('/v3/admin/sources/{slug}/oauth-client/test', { params: { path: { slug } } }));
