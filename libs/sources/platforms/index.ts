/** The built-in platforms, in the order of their ids. Add a new platform here (CONTRIBUTING.md). */
import type { PlatformSource } from '../source';
import { twoGis } from './2gis';
import { appStore } from './app-store';
import { bazaarvoice } from './bazaarvoice';
import { booking } from './booking';
import { facebook, facebookWith } from './facebook';
import { google } from './google';
import { googlePlay } from './google-play';
import { mangrove } from './mangrove';
import { mozillaAmo } from './mozilla-amo';
import { nextcloudApps } from './nextcloud-apps';
import { odrs } from './odrs';
import { openVsx } from './open-vsx';
import { steam } from './steam';
import { tripadvisor } from './tripadvisor';
import { trustpilot } from './trustpilot';
import { wildberries } from './wildberries';
import { wordpressOrg } from './wordpress-org';
import { yandexMaps } from './yandex-maps';
import { yelp } from './yelp';
import { yotpo } from './yotpo';

export const builtInSources: readonly PlatformSource[] = [
  appStore,
  googlePlay,
  google,
  trustpilot,
  booking,
  yandexMaps,
  twoGis,
  steam,
  wildberries,
  mozillaAmo,
  openVsx,
  odrs,
  nextcloudApps,
  mangrove,
  wordpressOrg,
  bazaarvoice,
  yotpo,
  tripadvisor,
  yelp,
  facebook,
];

/** Settings of the operator that change how a platform is read. */
export interface SourceSettings {
  /** The version of Facebook's Graph API, such as `v23.0`; null: the one that the date determines. */
  readonly facebookGraphVersion: string | null;
}

/** The built-in platforms with the settings of the operator. */
export function configuredSources({ facebookGraphVersion }: SourceSettings): readonly PlatformSource[] {
  return builtInSources.map((source) => (source === facebook ? facebookWith(facebookGraphVersion) : source));
}
