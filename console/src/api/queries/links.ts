import { queryOptions } from '@tanstack/react-query';
import { words } from '../../words/en';
import { consoleRequest } from '../client';
import { ApiProblem, problemFacts } from '../problem';
import type { Role } from './session';

/** What a link is for. */
interface LinkFacts {
  readonly kind: 'setup' | 'join' | 'reset';
  readonly email: string | null;
  readonly account_name: string | null;
  readonly role: Role | null;
}

export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['link', token],
    queryFn: () => consoleRequest<LinkFacts>('POST', 'tokens', { token }),
    retry: false,
    staleTime: Infinity,
  });

interface Setup {
  readonly token: string;
  readonly name: string;
  readonly email: string;
  readonly account_name: string;
  readonly password: string;
}

export const setUp = (body: Setup): Promise<unknown> => consoleRequest('POST', 'setup', body);

export const join = (body: Pick<Setup, 'token' | 'name' | 'password'>): Promise<unknown> =>
  consoleRequest('POST', 'join', body);

export const requestReset = (email: string): Promise<unknown> => consoleRequest('POST', 'reset', { email });

export const finishReset = (body: Pick<Setup, 'token' | 'password'>): Promise<unknown> =>
  consoleRequest('POST', 'reset/finish', body);

/** The text of a refused link, or of a refused field. */
export function linkProblem(error: Error | null): string | null {
  if (error === null) return null;
  if (error instanceof ApiProblem && error.status === 404) return words.link.gone;
  if (error instanceof ApiProblem && [401, 409, 422].includes(error.status)) return error.message;
  return problemFacts(error).text;
}
