import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { auditSearch } from '../screens/audit/search';
import { noticesSearch } from '../screens/notices/search';
import { account, roleFrom } from './account';

const settings = createRoute({
  getParentRoute: () => account,
  path: '/settings',
  component: lazyRouteComponent(() => import('../screens/settings/screen'), 'SettingsScreen'),
});

const settingsHome = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/a/$accountId/settings/profile', params });
  },
});

const profile = createRoute({
  getParentRoute: () => settings,
  path: '/profile',
  beforeLoad: roleFrom('viewer'),
  component: lazyRouteComponent(() => import('../screens/profile/screen'), 'ProfileScreen'),
});

const security = createRoute({
  getParentRoute: () => settings,
  path: '/security',
  beforeLoad: roleFrom('viewer'),
  component: lazyRouteComponent(() => import('../screens/security/screen'), 'SecurityScreen'),
});

const sessions = createRoute({
  getParentRoute: () => settings,
  path: '/sessions',
  beforeLoad: roleFrom('viewer'),
  component: lazyRouteComponent(() => import('../screens/sessions/screen'), 'SessionsScreen'),
});

const members = createRoute({
  getParentRoute: () => settings,
  path: '/members',
  beforeLoad: roleFrom('owner'),
  component: lazyRouteComponent(() => import('../screens/members/screen'), 'MembersScreen'),
});

const usage = createRoute({
  getParentRoute: () => settings,
  path: '/usage',
  beforeLoad: roleFrom('viewer'),
  component: lazyRouteComponent(() => import('../screens/usage/screen'), 'UsageScreen'),
});

const audit = createRoute({
  getParentRoute: () => settings,
  path: '/audit',
  beforeLoad: roleFrom('owner'),
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => import('../screens/audit/screen'), 'AuditScreen'),
});

const replyPolicy = createRoute({
  getParentRoute: () => settings,
  path: '/reply-policy',
  beforeLoad: roleFrom('owner'),
  component: lazyRouteComponent(() => import('../screens/reply-policy/screen'), 'ReplyPolicyScreen'),
});

const close = createRoute({
  getParentRoute: () => settings,
  path: '/close',
  beforeLoad: roleFrom('owner'),
  component: lazyRouteComponent(() => import('../screens/close/screen'), 'CloseScreen'),
});

const notices = createRoute({
  getParentRoute: () => account,
  path: '/notices',
  beforeLoad: roleFrom('viewer'),
  validateSearch: noticesSearch,
  component: lazyRouteComponent(() => import('../screens/notices/screen'), 'NoticesScreen'),
});

/** The settings of the person and of the account, and the notices. */
export const settingsRoutes = [
  settings.addChildren([settingsHome, profile, security, sessions, members, replyPolicy, usage, audit, close]),
  notices,
] as const;
