import { queryOptions } from '@tanstack/react-query';
import { call, postCredentials, type Schemas } from '../client';
import type { Invalidations } from '../../lib/live/kinds';

export type Membership = Schemas['AccountOfPerson'];
export type Role = Membership['role'];

/** Settings of the console; an empty locale or time zone means that of the browser. */
export type Preferences = Schemas['PreferencesShown'];

export type Person = Schemas['Me'];

/** What a sign-in needs next. */
export type SignedIn = Schemas['NextStep'];

/** A password or a second factor; one of them is given. `passkey` is the answer of the browser. */
export type Proof = Schemas['ProofBody'];
export type SecondFactor = Schemas['SecondFactorBody'];

/** The person of the session, their accounts and roles. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => call(null, 'GET', '/console/api/me'),
  staleTime: 60_000,
});

export const signIn = (body: Schemas['SignInBody']) => postCredentials('/console/api/sign-in', { body });

/** The second factors with which the sign-in of this browser can continue. */
export const waitingFactorsQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: () => call(null, 'GET', '/console/api/second-factor'),
  retry: false,
  gcTime: 0,
});

export const proveSecondFactor = (body: SecondFactor) => postCredentials('/console/api/second-factor', { body });

export const signInWithPasskey = (passkey: string) =>
  postCredentials('/console/api/sign-in/passkey', { body: { passkey } });

/** A proof of the person, for what needs one (403 `proof_required`). */
export const prove = (body: Proof) => postCredentials('/console/api/proof', { body });

/** Changes the person; an absent field stays as it is. */
export const changePerson = (body: Schemas['ProfileBody']) => call(null, 'PATCH', '/console/api/me', { body });

/** Notes the newest review that the person has opened. */
export const noteLastReview = (id: number) => changePerson({ last_review_id: id });

export const signOut = () => call(null, 'POST', '/console/api/sign-out');

export type PersonSession = Schemas['SessionShown'];

/** The sessions of the person, latest first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async () => (await call(null, 'GET', '/console/api/sessions')).data,
});

export const endSession = (id: number) =>
  call(null, 'DELETE', '/console/api/sessions/{session_id}', { path: { session_id: id } });

/** Ends all sessions of the person but this one. Needs a proof. */
export const endOtherSessions = () => call(null, 'DELETE', '/console/api/sessions');

/** Whether a role includes the rights of another one. */
export function mayActAs(role: Role, least: Role): boolean {
  const order: readonly Role[] = ['viewer', 'member', 'owner'];
  return order.indexOf(role) >= order.indexOf(least);
}

/** What live changes make stale. */
export const sessionLive: Invalidations = { 'access.changed': () => [meQuery.queryKey] };
