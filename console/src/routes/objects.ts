import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { numberOf } from '../lib/url-state';
import { connectSearch } from '../screens/connect/search';
import { connectionsSearch } from '../screens/connections/search';
import { foldersSearch } from '../screens/folders/search';
import { objectSearch, runsSearch } from '../screens/object/search';
import { objectsSearch } from '../screens/objects/search';
import { account, roleFrom } from './account';

const objects = createRoute({
  getParentRoute: () => account,
  path: '/objects',
  beforeLoad: roleFrom('viewer'),
  validateSearch: objectsSearch,
  component: lazyRouteComponent(() => import('../screens/objects/screen'), 'ObjectsScreen'),
});

const newObject = createRoute({
  getParentRoute: () => account,
  path: '/objects/new',
  beforeLoad: roleFrom('member'),
  component: lazyRouteComponent(() => import('../screens/new-object/screen'), 'NewObjectScreen'),
});

const importObjects = createRoute({
  getParentRoute: () => account,
  path: '/objects/import',
  beforeLoad: roleFrom('member'),
  component: lazyRouteComponent(() => import('../screens/import-objects/screen'), 'ImportObjectsScreen'),
});

const object = createRoute({
  getParentRoute: () => account,
  path: '/objects/$objectId',
  beforeLoad: roleFrom('viewer'),
  component: lazyRouteComponent(() => import('../screens/object/screen'), 'ObjectScreen'),
});

const objectHome = createRoute({
  getParentRoute: () => object,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/a/$accountId/objects/$objectId/links', params });
  },
});

const objectLinks = createRoute({
  getParentRoute: () => object,
  path: '/links',
  validateSearch: objectSearch,
  component: lazyRouteComponent(() => import('../screens/object/links'), 'LinksTab'),
});

const objectReviews = createRoute({
  getParentRoute: () => object,
  path: '/reviews',
  beforeLoad: ({ params: { accountId, objectId } }) => {
    const search = { object_id: numberOf(objectId) };
    throw redirect({ to: '/a/$accountId/reviews', params: { accountId }, search });
  },
});

const objectPinned = createRoute({
  getParentRoute: () => object,
  path: '/pinned',
  component: lazyRouteComponent(() => import('../screens/object/pinned'), 'PinnedTab'),
});

const objectHidden = createRoute({
  getParentRoute: () => object,
  path: '/hidden',
  component: lazyRouteComponent(() => import('../screens/object/hidden'), 'HiddenTab'),
});

const objectRuns = createRoute({
  getParentRoute: () => object,
  path: '/runs',
  validateSearch: runsSearch,
  component: lazyRouteComponent(() => import('../screens/object/runs'), 'RunsTab'),
});

const objectRun = createRoute({
  getParentRoute: () => objectRuns,
  path: '/$runId',
  component: lazyRouteComponent(() => import('../screens/object/run'), 'RunDetail'),
});

const objectConnections = createRoute({
  getParentRoute: () => object,
  path: '/connections',
  component: lazyRouteComponent(() => import('../screens/object/connections'), 'ConnectionsTab'),
});

const objectSettings = createRoute({
  getParentRoute: () => object,
  path: '/settings',
  component: lazyRouteComponent(() => import('../screens/object/settings'), 'SettingsTab'),
});

const folders = createRoute({
  getParentRoute: () => account,
  path: '/folders',
  beforeLoad: roleFrom('viewer'),
  validateSearch: foldersSearch,
  component: lazyRouteComponent(() => import('../screens/folders/screen'), 'FoldersScreen'),
});

/** The folder is in the address; the screen of all folders shows it. */
const folder = createRoute({ getParentRoute: () => folders, path: '/$folderId' });

const connections = createRoute({
  getParentRoute: () => account,
  path: '/connections',
  beforeLoad: roleFrom('viewer'),
  validateSearch: connectionsSearch,
  component: lazyRouteComponent(() => import('../screens/connections/screen'), 'ConnectionsScreen'),
});

const connect = createRoute({
  getParentRoute: () => account,
  path: '/connections/$source',
  beforeLoad: roleFrom('viewer'),
  validateSearch: connectSearch,
  component: lazyRouteComponent(() => import('../screens/connect/screen'), 'ConnectScreen'),
});

const objectTabs = [
  objectHome,
  objectLinks,
  objectReviews,
  objectPinned,
  objectHidden,
  objectRuns.addChildren([objectRun]),
  objectConnections,
  objectSettings,
] as const;

/** Objects with their links, their folders, and the connections of platforms. */
export const objectRoutes = [
  objects,
  newObject,
  importObjects,
  object.addChildren(objectTabs),
  folders.addChildren([folder]),
  connections,
  connect,
] as const;
