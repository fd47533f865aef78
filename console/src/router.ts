import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { account } from './routes/account';
import { developerRoutes } from './routes/developers';
import { entryRoutes } from './routes/entry';
import { objectRoutes } from './routes/objects';
import { operatorRoutes } from './routes/operator';
import { reviewRoutes } from './routes/reviews';
import { root } from './routes/root';
import { settingsRoutes } from './routes/settings';

const tree = root.addChildren([
  ...entryRoutes,
  account.addChildren([...reviewRoutes, ...objectRoutes, ...developerRoutes, ...settingsRoutes]),
  ...operatorRoutes,
]);

/** The screens by their addresses below /console; each names the least role that may open it. */
export function createConsoleRouter(queries: QueryClient) {
  return createRouter({ routeTree: tree, basepath: '/console', context: { queries }, scrollRestoration: false });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
