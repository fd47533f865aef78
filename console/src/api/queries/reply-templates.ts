import { queryOptions } from '@tanstack/react-query';
import { accountRequest, type ListOf, type Schemas } from '../client';

/** A text that persons insert into replies. */
export type ReplyTemplate = Schemas['TemplateShown'];

export type NewTemplate = Omit<ReplyTemplate, 'id'>;

export const templateKey = (accountId: number) => ['account', accountId, 'reply-templates'] as const;

export const templatesQuery = (accountId: number) =>
  queryOptions({
    queryKey: templateKey(accountId),
    queryFn: () => accountRequest<ListOf<ReplyTemplate>>(accountId, 'GET', 'reply-templates'),
    select: ({ data }) => data,
    staleTime: 60_000,
  });

export const addTemplate = (accountId: number, template: NewTemplate) =>
  accountRequest<ReplyTemplate>(accountId, 'POST', 'reply-templates', template);

export const changeTemplate = (accountId: number, { id, ...template }: ReplyTemplate) =>
  accountRequest<ReplyTemplate>(accountId, 'PATCH', `reply-templates/${id}`, template);

export const removeTemplate = (accountId: number, id: number) =>
  accountRequest<null>(accountId, 'DELETE', `reply-templates/${id}`);
