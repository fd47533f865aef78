import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, redirect } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ApiProblem, problemFacts } from '../api/problem';
import { meQuery, type Person } from '../api/queries/session';
import { Problem } from '../parts/states';
import { NotFoundScreen } from '../screens/not-found/screen';

/** Loaded apart, so that the sign-in does not wait for it. */
const ProofDialog = lazy(async () => ({ default: (await import('../frame/proof-dialog')).ProofDialog }));

interface Context {
  readonly queries: QueryClient;
}

export const root = createRootRouteWithContext<Context>()({
  component: () => (
    <>
      <Outlet />
      <Suspense>
        <ProofDialog />
      </Suspense>
    </>
  ),
  notFoundComponent: () => <NotFoundScreen />,
  errorComponent: ({ error, reset }) => (
    <main className="page">
      <Problem {...problemFacts(error)} onRetry={reset} />
    </main>
  ),
});

/** The person of the session; without one the address leads to the sign-in and back. */
export async function personOf(queries: QueryClient, path: string): Promise<Person> {
  try {
    return await queries.ensureQueryData(meQuery);
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401)
      throw redirect({ to: '/sign-in', search: path === '/' ? {} : { next: path } });
    throw error;
  }
}
