import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { analyticsSearch } from '../screens/analytics/search';
import { overviewSearch } from '../screens/overview/search';
import { reviewsSearch } from '../screens/reviews/search';
import { account, roleFrom } from './account';

const overview = createRoute({
  getParentRoute: () => account,
  path: '/overview',
  beforeLoad: roleFrom('viewer'),
  validateSearch: overviewSearch,
  component: lazyRouteComponent(() => import('../screens/overview/screen'), 'OverviewScreen'),
});

const analytics = createRoute({
  getParentRoute: () => account,
  path: '/analytics',
  beforeLoad: roleFrom('viewer'),
  validateSearch: analyticsSearch,
  component: lazyRouteComponent(() => import('../screens/analytics/screen'), 'AnalyticsScreen'),
});

const reviews = createRoute({
  getParentRoute: () => account,
  path: '/reviews',
  beforeLoad: roleFrom('viewer'),
  validateSearch: reviewsSearch,
  component: lazyRouteComponent(() => import('../screens/reviews/screen'), 'ReviewsScreen'),
});

const review = createRoute({
  getParentRoute: () => reviews,
  path: '/$reviewId',
  component: lazyRouteComponent(() => import('../screens/reviews/detail'), 'ReviewDetail'),
});

/** The figures and the inbox. */
export const reviewRoutes = [overview, analytics, reviews.addChildren([review])] as const;
