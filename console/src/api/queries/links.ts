import { queryOptions } from '@tanstack/react-query';
import { words } from '../../words/en';
import { consoleRequest, credentialRequest, type Schemas } from '../client';
import { ApiProblem, problemFacts } from '../problem';
import type { SignedIn } from './session';

export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['link', token],
    queryFn: () => consoleRequest<Schemas['TokenShown']>('POST', 'tokens', { token }),
    retry: false,
    staleTime: Infinity,
  });

export const setUp = (body: Schemas['SetupBody']): Promise<SignedIn> => consoleRequest('POST', 'setup', body);

export const join = (body: Schemas['JoinBody']): Promise<SignedIn> => credentialRequest('join', body);

export const resetQuery = queryOptions({
  queryKey: ['reset'],
  queryFn: () => consoleRequest<Schemas['ResetShown']>('GET', 'reset'),
  staleTime: Infinity,
});

export const requestReset = (email: string): Promise<unknown> => consoleRequest('POST', 'reset', { email });

export const finishReset = (body: Schemas['NewPasswordBody']): Promise<unknown> =>
  consoleRequest('POST', 'reset/finish', body);

/** The text of a refused link, or of a refused field. */
export function linkProblem(error: Error | null): string | null {
  if (error === null) return null;
  if (error instanceof ApiProblem && error.status === 404) return words.link.gone;
  if (error instanceof ApiProblem && error.code === 'link_used') return words.link.used;
  if (error instanceof ApiProblem && [401, 409, 422].includes(error.status)) return error.message;
  return problemFacts(error).text;
}
