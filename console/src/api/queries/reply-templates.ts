import { queryOptions } from '@tanstack/react-query';
import { call, type Schemas } from '../client';

/** A text that persons insert into replies. */
export type ReplyTemplate = Schemas['TemplateShown'];

export type NewTemplate = Omit<ReplyTemplate, 'id'>;

export const templateKey = (accountId: number) => ['account', accountId, 'reply-templates'] as const;

export const templatesQuery = (accountId: number) =>
  queryOptions({
    queryKey: templateKey(accountId),
    queryFn: () => call(accountId, 'GET', '/console/api/reply-templates'),
    select: ({ data }) => data,
    staleTime: 60_000,
  });

export const addTemplate = (accountId: number, template: NewTemplate) =>
  call(accountId, 'POST', '/console/api/reply-templates', { body: template });

export const changeTemplate = (accountId: number, { id, ...template }: ReplyTemplate) =>
  call(accountId, 'PATCH', '/console/api/reply-templates/{template_id}', { path: { template_id: id }, body: template });

export const removeTemplate = (accountId: number, id: number) =>
  call(accountId, 'DELETE', '/console/api/reply-templates/{template_id}', { path: { template_id: id } });
