import { queryOptions } from '@tanstack/react-query';
import { consoleRequest, type ListOf, type Schemas } from '../client';

export type PersonSession = Schemas['SessionShown'];

/** The sessions of the person, latest first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async () => (await consoleRequest<ListOf<PersonSession>>('GET', 'sessions')).data,
});

export const endSession = (id: number): Promise<null> => consoleRequest('DELETE', `sessions/${id}`);

/** Ends all sessions of the person but this one. Needs a proof. */
export const endOtherSessions = (): Promise<null> => consoleRequest('DELETE', 'sessions');
