import { AsyncLocalStorage } from 'node:async_hooks';
import { THE_SERVICE, type Actor } from '@libs/kernel';

/** What the statements of an async context belong to. `T` is the type of its transaction. */
export interface WorkContext<T> {
  /** The account of the request; null until it is known, and for the service's own work. */
  accountId: number | null;
  /** The actor, for the audit trail. */
  actor: Actor;
  readonly transaction: T | null;
}

/** A single storage, because each AsyncLocalStorage adds a cost to every promise of the process. */
export const workContexts = new AsyncLocalStorage<WorkContext<unknown>>();

/** Runs the work of one request. Until `actFor` sets the account, the database work of the request counts as the service's own. */
export function asRequest<T>(work: () => T): T {
  return asActor(THE_SERVICE, work);
}

/** Runs work of an actor whose database work counts as the service's own, such as the command line. */
export function asActor<T>(actor: Actor, work: () => T): T {
  return workContexts.run({ accountId: null, actor, transaction: null }, work);
}

/** Sets the actor of the current request. From then on its database work counts for the actor's account (contract §5.5). */
export function actFor(actor: Extract<Actor, { readonly kind: 'key' | 'person' }>): void {
  const context = workContexts.getStore();
  if (context === undefined) return;
  context.accountId = actor.accountId;
  context.actor = actor;
}

/** Counts the database work of this async context for an account from now on, without an actor of it: for requests with a public token. */
export function workFor(accountId: number): void {
  const context = workContexts.getStore();
  if (context !== undefined) context.accountId = accountId;
}

/** The actor of this async context; the service itself by default. */
export function currentActor(): Actor {
  return workContexts.getStore()?.actor ?? THE_SERVICE;
}
