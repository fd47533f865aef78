import {
  IconBuilding,
  IconChartBar,
  IconFolders,
  IconKey,
  IconLayoutDashboard,
  IconListDetails,
  IconMessageCircle,
  IconPlugConnected,
  IconSettings,
  IconWebhook,
  type Icon,
} from '@tabler/icons-react';
import type { UseQueryOptions } from '@tanstack/react-query';
import { attentionQuery, type Attention, type AttentionKind } from '../api/queries/attention';
import { objectsQuery } from '../api/queries/objects';
import { reviewCountQuery } from '../api/queries/reviews';
import type { Role } from '../api/queries/session';

/** A query whose result is reduced to a number. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each place reads a resource of its own
type NumberQuery = UseQueryOptions<any, Error, number, any>;

export type PlaceKey =
  | 'overview'
  | 'reviews'
  | 'objects'
  | 'folders'
  | 'analytics'
  | 'webhooks'
  | 'keys'
  | 'requests'
  | 'connections'
  | 'settings';

/** An entry of the rail. It appears when its route exists and the role of the person opens it. */
export interface Place {
  readonly key: PlaceKey;
  readonly group: 'work' | 'integrate' | 'account';
  /** The route that it opens. */
  readonly route: `/a/$accountId/${string}`;
  /** The part of the address below which the entry is the current one; without it, the route. */
  readonly under?: `/a/$accountId/${string}`;
  readonly Shape: Icon;
  readonly least: Role;
  /** The letter after G that leads here. */
  readonly letter: string;
  /** Whether the bottom bar of narrow screens has it. */
  readonly isShort?: boolean;
  /** A gray number beside the entry. */
  readonly count?: (accountId: number) => NumberQuery;
  /** The number of troubles, shown as a red triangle. */
  readonly trouble?: (accountId: number) => NumberQuery;
}

/** The number of troubles of a kind that wait for a person. */
const waiting =
  (kind: AttentionKind) =>
  (accountId: number): NumberQuery => ({
    ...attentionQuery(accountId, undefined),
    select: ({ data }: Attention) => data.reduce((sum, item) => (item.kind === kind ? sum + item.count : sum), 0),
  });
const totalOf = ({ total }: { readonly total: number }): number => total;

export const PLACES: readonly Place[] = [
  {
    key: 'overview',
    group: 'work',
    route: '/a/$accountId/overview',
    Shape: IconLayoutDashboard,
    least: 'viewer',
    letter: 'o',
    isShort: true,
  },
  {
    key: 'reviews',
    group: 'work',
    route: '/a/$accountId/reviews',
    Shape: IconMessageCircle,
    least: 'viewer',
    letter: 'r',
    isShort: true,
    count: (accountId) => reviewCountQuery(accountId, { has_reply: false }),
  },
  {
    key: 'objects',
    group: 'work',
    route: '/a/$accountId/objects',
    Shape: IconBuilding,
    least: 'viewer',
    letter: 'b',
    isShort: true,
    count: (accountId) => ({ ...objectsQuery(accountId), select: totalOf }),
  },
  { key: 'folders', group: 'work', route: '/a/$accountId/folders', Shape: IconFolders, least: 'viewer', letter: 'f' },
  {
    key: 'analytics',
    group: 'work',
    route: '/a/$accountId/analytics',
    Shape: IconChartBar,
    least: 'viewer',
    letter: 'a',
    isShort: true,
  },
  {
    key: 'webhooks',
    group: 'integrate',
    route: '/a/$accountId/webhooks',
    Shape: IconWebhook,
    least: 'viewer',
    letter: 'w',
    trouble: waiting('webhook_failing'),
  },
  { key: 'keys', group: 'integrate', route: '/a/$accountId/keys', Shape: IconKey, least: 'owner', letter: 'k' },
  {
    key: 'requests',
    group: 'integrate',
    route: '/a/$accountId/requests',
    Shape: IconListDetails,
    least: 'viewer',
    letter: 'l',
  },
  {
    key: 'connections',
    group: 'account',
    route: '/a/$accountId/connections',
    Shape: IconPlugConnected,
    least: 'viewer',
    letter: 'c',
    trouble: waiting('connection_revoked'),
  },
  {
    key: 'settings',
    group: 'account',
    route: '/a/$accountId/settings',
    Shape: IconSettings,
    least: 'viewer',
    letter: 's',
  },
];
