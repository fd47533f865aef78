import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { requestsSearch } from '../screens/requests/search';
import { deliveriesSearch, verifySearch } from '../screens/webhook/search';
import { account, roleFrom } from './account';

const webhooks = createRoute({
  getParentRoute: () => account,
  path: '/webhooks',
  beforeLoad: roleFrom('viewer'),
  component: lazyRouteComponent(() => import('../screens/webhooks/screen'), 'WebhooksScreen'),
});

const newWebhook = createRoute({
  getParentRoute: () => account,
  path: '/webhooks/new',
  beforeLoad: roleFrom('member'),
  component: lazyRouteComponent(() => import('../screens/webhook/new'), 'NewWebhook'),
});

const webhook = createRoute({
  getParentRoute: () => account,
  path: '/webhooks/$webhookId',
  beforeLoad: roleFrom('viewer'),
  component: lazyRouteComponent(() => import('../screens/webhook/screen'), 'WebhookScreen'),
});

const webhookHome = createRoute({
  getParentRoute: () => webhook,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/a/$accountId/webhooks/$webhookId/deliveries', params, replace: true });
  },
});

const deliveries = createRoute({
  getParentRoute: () => webhook,
  path: '/deliveries',
  validateSearch: deliveriesSearch,
  component: lazyRouteComponent(() => import('../screens/webhook/deliveries'), 'WebhookDeliveries'),
});

const delivery = createRoute({
  getParentRoute: () => deliveries,
  path: '/$deliveryId',
  component: lazyRouteComponent(() => import('../screens/webhook/delivery-panel'), 'DeliveryPanel'),
});

const webhookSettings = createRoute({
  getParentRoute: () => webhook,
  path: '/settings',
  component: lazyRouteComponent(() => import('../screens/webhook/settings'), 'WebhookSettingsTab'),
});

const webhookVerify = createRoute({
  getParentRoute: () => webhook,
  path: '/verify',
  validateSearch: verifySearch,
  component: lazyRouteComponent(() => import('../screens/webhook/verify'), 'WebhookVerify'),
});

const apiKeys = createRoute({
  getParentRoute: () => account,
  path: '/keys',
  beforeLoad: roleFrom('owner'),
  component: lazyRouteComponent(() => import('../screens/api-keys/screen'), 'ApiKeysScreen'),
});

const requests = createRoute({
  getParentRoute: () => account,
  path: '/requests',
  beforeLoad: roleFrom('viewer'),
  validateSearch: requestsSearch,
  component: lazyRouteComponent(() => import('../screens/requests/screen'), 'RequestsScreen'),
});

const request = createRoute({
  getParentRoute: () => requests,
  path: '/$requestId',
  component: lazyRouteComponent(() => import('../screens/requests/detail'), 'RequestDetail'),
});

/** Webhooks, API keys and the log of requests. */
export const developerRoutes = [
  webhooks,
  newWebhook,
  webhook.addChildren([webhookHome, deliveries.addChildren([delivery]), webhookSettings, webhookVerify]),
  apiKeys,
  requests.addChildren([request]),
] as const;
