import { queryOptions } from '@tanstack/react-query';
import { linkWords } from '../../words/en/link';
import { call, postCredentials, type Schemas } from '../client';
import { ApiProblem, problemFacts } from '../problem';

export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['link', token],
    queryFn: () => call(null, 'POST', '/console/api/tokens', { body: { token } }),
    retry: false,
    staleTime: Infinity,
  });

export const setUp = (body: Schemas['SetupBody']) => call(null, 'POST', '/console/api/setup', { body });

export const join = (body: Schemas['JoinBody']) => postCredentials('/console/api/join', { body });

export const resetQuery = queryOptions({
  queryKey: ['reset'],
  queryFn: () => call(null, 'GET', '/console/api/reset'),
  staleTime: Infinity,
});

export const requestReset = (email: string) => call(null, 'POST', '/console/api/reset', { body: { email } });

export const finishReset = (body: Schemas['NewPasswordBody']) =>
  call(null, 'POST', '/console/api/reset/finish', { body });

/** The text of a refused link, or of a refused field. */
export function linkProblem(error: Error | null): string | null {
  if (error === null) return null;
  if (error instanceof ApiProblem && error.status === 404) return linkWords.gone;
  if (error instanceof ApiProblem && error.code === 'link_used') return linkWords.used;
  if (error instanceof ApiProblem && [401, 409, 422].includes(error.status)) return error.message;
  return problemFacts(error).text;
}
