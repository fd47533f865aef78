/** The parsers of the parsing threads. Add the parsers of a new platform here (CONTRIBUTING.md). */
import type { AnyParser } from '../parsing/serve-parsers';
import * as twoGis from './2gis/parsers';
import * as appStore from './app-store/parsers';
import * as bazaarvoice from './bazaarvoice/parsers';
import * as booking from './booking/parsers';
import * as facebook from './facebook/parsers';
import * as google from './google/parsers';
import * as googlePlay from './google-play/parsers';
import * as mangrove from './mangrove/parsers';
import * as mozillaAmo from './mozilla-amo/parsers';
import * as nextcloudApps from './nextcloud-apps/parsers';
import * as odrs from './odrs/parsers';
import * as openVsx from './open-vsx/parsers';
import * as schemaOrg from './schema-org/parsers';
import * as steam from './steam/parsers';
import * as tripadvisor from './tripadvisor/parsers';
import * as trustpilot from './trustpilot/parsers';
import * as wildberries from './wildberries/parsers';
import * as wordpressOrg from './wordpress-org/parsers';
import * as yandexMaps from './yandex-maps/parsers';
import * as yelp from './yelp/parsers';
import * as yotpo from './yotpo/parsers';

export const parsers: readonly AnyParser[] = [
  twoGis,
  appStore,
  bazaarvoice,
  booking,
  facebook,
  google,
  googlePlay,
  mangrove,
  mozillaAmo,
  nextcloudApps,
  odrs,
  openVsx,
  schemaOrg,
  steam,
  tripadvisor,
  trustpilot,
  wildberries,
  wordpressOrg,
  yandexMaps,
  yelp,
  yotpo,
].flatMap((platform) => Object.values<AnyParser>(platform));
