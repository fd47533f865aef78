import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, redirect } from '@tanstack/react-router';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { ApiProblem, problemFacts } from '../api/problem';
import { isProofAsked, onProofAsked } from '../api/proof';
import { meQuery, type Person } from '../api/queries/session';
import { giveFormsTo } from '../lib/kept-forms';
import { Problem } from '../parts/states';
import { NotFoundScreen } from '../screens/not-found/screen';
import { problemWords } from '../words/en/problem';

/** Loaded with the first proof, so that no screen waits for it. */
const ProofDialog = lazy(async () => ({ default: (await import('../frame/proof-dialog')).ProofDialog }));

interface Context {
  readonly queries: QueryClient;
}

export const root = createRootRouteWithContext<Context>()({
  component: () => (
    <>
      <Outlet />
      <Proofs />
    </>
  ),
  notFoundComponent: () => <NotFoundScreen />,
  errorComponent: ({ error, reset }) => (
    <main className="page">
      {isMissingScript(error) ? (
        // A script that failed once is not requested again before the page is loaded again.
        <Problem text={problemWords.script} requestId={null} onRetry={() => window.location.reload()} />
      ) : (
        <Problem {...problemFacts(error)} onRetry={reset} />
      )}
    </main>
  ),
});

/** Whether a script of the console could not be loaded, as after an upgrade. Each browser has its own text. */
const isMissingScript = (error: unknown): boolean => error instanceof TypeError && /\bmodule\b/.test(error.message);

/** The dialog for proofs, from the first one on: it stays, so that it closes with its transition. */
function Proofs() {
  const isAsked = useSyncExternalStore(onProofAsked, isProofAsked);
  const [isUsed, setUsed] = useState(false);
  if (isAsked && !isUsed) setUsed(true);
  return isUsed ? (
    <Suspense>
      <ProofDialog />
    </Suspense>
  ) : null;
}

/** The person of the session; without one the address leads to the sign-in and back. */
export async function personOf(queries: QueryClient, path: string): Promise<Person> {
  try {
    const person = await queries.ensureQueryData(meQuery);
    giveFormsTo(person.id);
    return person;
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401)
      throw redirect({ to: '/sign-in', search: path === '/' ? {} : { next: path } });
    throw error;
  }
}
