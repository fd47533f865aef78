import { useRouterState } from '@tanstack/react-router';
import { scopeIds, scopeSearch, type Scope } from '../lib/periods';
import { numberOf } from '../lib/url-state';
import type { PlaceKey } from './places';

/** The places that show a scope: the account, a folder or an object. */
const SCOPED: readonly PlaceKey[] = ['overview', 'reviews', 'analytics'];

export const isScoped = (place: PlaceKey): boolean => SCOPED.includes(place);

/** The scope in the address: `scope`, or the filters `object_id` and `folder_id` of the inbox. */
export function useScope(): string | undefined {
  return useRouterState({
    select: ({ location }) => {
      const search = location.search as Readonly<Record<string, unknown>>;
      const [objectId, folderId] = [numberOf(search['object_id'], 1), numberOf(search['folder_id'], 1)];
      if (objectId !== undefined) return `object:${objectId}`;
      return folderId === undefined ? scopeSearch(search['scope']) : `folder:${folderId}`;
    },
  });
}

/** The parameters that name a scope in the address of a place. The inbox has those of the API. */
export function scopeParameters(place: PlaceKey, scope: string | undefined): Scope & { readonly scope?: string } {
  if (!isScoped(place)) return {};
  if (place !== 'reviews') return { scope };
  const { object_id: objectId, folder_id: folderId } = scopeIds(scope);
  return { object_id: objectId, folder_id: folderId };
}
