import { MantineProvider } from '@mantine/core';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, type AsyncRouteComponent } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiProblem } from './api/problem';
import { meQuery } from './api/queries/session';
import { keepForms } from './lib/kept-forms';
import { ToastPlace } from './parts/toasts';
import { createConsoleRouter } from './router';
import './theme/mantine.css';
import './theme/fonts.css';
import './theme/base.css';
import { colorSchemes, cssVariables, theme } from './theme/theme';

const RETRIES = 2;

const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.nonce ?? '';
// Scroll locking of overlays creates a style element of its own.
setNonce(nonce);

const queries = new QueryClient({
  queryCache: new QueryCache({ onError: leaveWithoutSession }),
  mutationCache: new MutationCache({ onError: leaveWithoutSession }),
  // Without a connection a change fails at once. A queued change could be sent hours later, when it is outdated.
  defaultOptions: { queries: { retry: isWorthRepeating }, mutations: { networkMode: 'always' } },
});
const router = createConsoleRouter(queries);
// The code of the screen is loaded beside the session of the person and not after it.
const [routes] = router.getMatchedRoutes(router.latestLocation.pathname);
for (const { options } of routes) void (options.component as AsyncRouteComponent<object> | undefined)?.preload?.();
// React shows what follows a placeholder at the earliest 300 ms after it. Without a placeholder the screen is shown at once.
void router.load().finally(render);

/** An ended session leads to the sign-in and back, where forms hold what was typed. */
function leaveWithoutSession(error: Error): void {
  const { pathname, href } = router.state.location;
  if (!(error instanceof ApiProblem) || error.code !== 'unauthorized' || !pathname.startsWith('/a/')) return;
  const person = queries.getQueryData(meQuery.queryKey);
  if (person !== undefined) keepForms(person.id);
  void router.navigate({ to: '/sign-in', search: { next: href } });
}

/** Failures of the network and of the service are retried. A refusal would be repeated, so it is not. */
function isWorthRepeating(failures: number, error: Error): boolean {
  return failures < RETRIES && error instanceof ApiProblem && (error.status === 0 || error.status >= 500);
}

function render(): void {
  const place = document.getElementById('root');
  if (place === null) throw new Error('the page has no element #root');
  createRoot(place).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        colorSchemeManager={colorSchemes}
        cssVariablesResolver={cssVariables}
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
          <ToastPlace />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
