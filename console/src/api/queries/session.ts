import { queryOptions } from '@tanstack/react-query';
import { consoleRequest } from '../client';

export type Role = 'viewer' | 'member' | 'owner';

export interface Membership {
  readonly id: number;
  readonly name: string;
  readonly plan: string;
  readonly status: string;
  readonly role: Role;
}

export interface Person {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly is_operator: boolean;
  readonly accounts: readonly Membership[];
}

/** What a sign-in needs next. */
export type NextStep = 'done' | 'second_factor' | 'enrol';
interface SignedIn {
  readonly next: NextStep;
}

/** The person of the session, their accounts and roles. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => consoleRequest<Person>('GET', 'me'),
  staleTime: 60_000,
});

export const signIn = (email: string, password: string): Promise<SignedIn> =>
  consoleRequest('POST', 'sign-in', { email, password });

export const proveSecondFactor = (
  proof: { readonly totp: string } | { readonly recovery_code: string },
): Promise<SignedIn> => consoleRequest('POST', 'second-factor', proof);

export const signOut = (): Promise<null> => consoleRequest('POST', 'sign-out');

/** Whether a role includes the rights of another one. */
export function mayActAs(role: Role, least: Role): boolean {
  const order: readonly Role[] = ['viewer', 'member', 'owner'];
  return order.indexOf(role) >= order.indexOf(least);
}
