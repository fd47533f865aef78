import { queryOptions } from '@tanstack/react-query';
import { accountRequest, type PageOf, type Schemas } from '../client';

export type Notice = Schemas['NoticeShown'];
export type NoticePage = PageOf<Notice>;

export type Channels = Schemas['ChannelsShown'];
export type Channel = keyof Channels;
export type NoticePreferences = Schemas['PreferencesOfNotices'];

export const NOTICES_A_PAGE = 50;

export const noticeKeys = {
  all: (accountId: number) => ['account', accountId, 'notices'] as const,
};

/** A page of the notices of an account, latest first. The event `notice.new` invalidates it. */
export const noticesQuery = (accountId: number, offset: number) =>
  queryOptions({
    queryKey: [...noticeKeys.all(accountId), { offset }],
    queryFn: () => accountRequest<NoticePage>(accountId, 'GET', `notices?limit=${NOTICES_A_PAGE}&offset=${offset}`),
    staleTime: 15_000,
  });

export const noticePreferencesQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['account', accountId, 'notice-preferences'],
    queryFn: () => accountRequest<NoticePreferences>(accountId, 'GET', 'notice-preferences'),
    staleTime: 60_000,
  });

/** Marks the notices up to this id as read. */
export const markNoticesRead = (accountId: number, upToId: number): Promise<null> =>
  accountRequest(accountId, 'POST', 'notices/read', { up_to_id: upToId });

export const setNoticeChannels = (accountId: number, kind: string, channels: Channels): Promise<NoticePreferences> =>
  accountRequest(accountId, 'PUT', 'notice-preferences', { kinds: { [kind]: channels } });
