import { queryOptions } from '@tanstack/react-query';
import { consoleRequest, credentialRequest, type Schemas } from '../client';
import type { Invalidations } from '../../lib/live/kinds';

export type Membership = Schemas['AccountOfPerson'];
export type Role = Membership['role'];

/** Settings of the console; an empty locale or time zone means that of the browser. */
export type Preferences = Schemas['PreferencesShown'];

export type Person = Schemas['Me'];

/** What a sign-in needs next. */
export type SignedIn = Schemas['NextStep'];
export type NextStep = SignedIn['next'];

/** The person of the session, their accounts and roles. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => consoleRequest<Person>('GET', 'me'),
  staleTime: 60_000,
});

export const signIn = (email: string, password: string): Promise<SignedIn> =>
  credentialRequest('sign-in', { email, password });

/** A password or a second factor; one of them is given. `passkey` is the answer of the browser. */
export type Proof = Schemas['ProofBody'] & Schemas['SecondFactorBody'];

/** The second factors with which the sign-in of this browser can continue. */
export const waitingFactorsQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: () => consoleRequest<Schemas['WaitingFactors']>('GET', 'second-factor'),
  retry: false,
  gcTime: 0,
});

export const proveSecondFactor = (proof: Proof): Promise<SignedIn> => credentialRequest('second-factor', proof);

export const signInWithPasskey = (passkey: string): Promise<SignedIn> =>
  credentialRequest('sign-in/passkey', { passkey });

/** A proof of the person, for what needs one (403 `proof_required`). */
export const prove = (proof: Proof): Promise<null> => credentialRequest('proof', proof);

/** Notes the newest review that the person has opened. */
export const noteLastReview = (id: number): Promise<Person> => consoleRequest('PATCH', 'me', { last_review_id: id });

export const signOut = (): Promise<null> => consoleRequest('POST', 'sign-out');

/** Whether a role includes the rights of another one. */
export function mayActAs(role: Role, least: Role): boolean {
  const order: readonly Role[] = ['viewer', 'member', 'owner'];
  return order.indexOf(role) >= order.indexOf(least);
}

/** What live changes make stale. */
export const sessionLive: Invalidations = { 'access.changed': () => [meQuery.queryKey] };
