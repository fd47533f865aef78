import { queryOptions } from '@tanstack/react-query';
import { call, type Schemas } from '../client';

export type Notice = Schemas['NoticeShown'];

export type Channels = Schemas['ChannelsShown'];
export type Channel = keyof Channels;

export const NOTICES_A_PAGE = 50;

export const noticeKeys = {
  all: (accountId: number) => ['account', accountId, 'notices'] as const,
};

/** A page of the notices of an account, latest first. The event `notice.new` invalidates it. */
export const noticesQuery = (accountId: number, offset: number) =>
  queryOptions({
    queryKey: [...noticeKeys.all(accountId), { offset }],
    queryFn: () => call(accountId, 'GET', '/console/api/notices', { query: { limit: NOTICES_A_PAGE, offset } }),
    staleTime: 15_000,
  });

export const noticePreferencesQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['account', accountId, 'notice-preferences'],
    queryFn: () => call(accountId, 'GET', '/console/api/notice-preferences'),
    staleTime: 60_000,
  });

/** Marks the notices up to this id as read. */
export const markNoticesRead = (accountId: number, upToId: number) =>
  call(accountId, 'POST', '/console/api/notices/read', { body: { up_to_id: upToId } });

export const setNoticeChannels = (accountId: number, kind: string, channels: Channels) =>
  call(accountId, 'PUT', '/console/api/notice-preferences', { body: { kinds: { [kind]: channels } } });
