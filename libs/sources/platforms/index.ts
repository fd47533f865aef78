/** The built-in platforms, in the order of their ids. Add a new platform here (CONTRIBUTING.md). */
import type { PlatformSource } from '../source';
import { twoGis } from './2gis';
import { appStore } from './app-store';
import { booking } from './booking';
import { google } from './google';
import { steam } from './steam';
import { trustpilot } from './trustpilot';
import { wordpressOrg } from './wordpress-org';
import { yandexMaps } from './yandex-maps';

export const builtInSources: readonly PlatformSource[] = [
  appStore,
  google,
  trustpilot,
  booking,
  twoGis,
  steam,
  wordpressOrg,
  yandexMaps,
];
