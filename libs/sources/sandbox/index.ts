/** All sandbox platforms and their server. Add a new platform at the end of the list: docs/tour.md depends on its order. */
import type { SandboxPlatform } from './sandbox-platform';
import { twoGisSandbox } from './2gis';
import { appStoreSandbox } from './app-store';
import { bazaarvoiceSandbox } from './bazaarvoice';
import { bookingSandbox } from './booking';
import { facebookSandbox } from './facebook';
import { googleSandbox } from './google';
import { googlePlaySandbox } from './google-play';
import { mangroveSandbox } from './mangrove';
import { mozillaAmoSandbox } from './mozilla-amo';
import { nextcloudAppsSandbox } from './nextcloud-apps';
import { odrsSandbox } from './odrs';
import { openVsxSandbox } from './open-vsx';
import { schemaOrgSandbox } from './schema-org';
import { steamSandbox } from './steam';
import { tripadvisorSandbox } from './tripadvisor';
import { trustpilotSandbox } from './trustpilot';
import { wildberriesSandbox } from './wildberries';
import { wordpressOrgSandbox } from './wordpress-org';
import { yandexMapsSandbox } from './yandex-maps';
import { yelpSandbox } from './yelp';
import { yotpoSandbox } from './yotpo';

export const sandboxPlatforms: readonly SandboxPlatform[] = [
  appStoreSandbox,
  googleSandbox,
  steamSandbox,
  trustpilotSandbox,
  bookingSandbox,
  twoGisSandbox,
  schemaOrgSandbox,
  googlePlaySandbox,
  yandexMapsSandbox,
  wildberriesSandbox,
  mozillaAmoSandbox,
  openVsxSandbox,
  odrsSandbox,
  nextcloudAppsSandbox,
  mangroveSandbox,
  wordpressOrgSandbox,
  bazaarvoiceSandbox,
  yotpoSandbox,
  tripadvisorSandbox,
  yelpSandbox,
  facebookSandbox,
];

export * from './sandbox-platform';
export * from './sandbox-behaviour';
export * from './sandbox-replies';
export { SandboxServer, type SandboxLogEntry } from './sandbox-server';
export type { SandboxReviewInput, SandboxReviewChange } from './sandbox-listings';
