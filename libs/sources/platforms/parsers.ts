/** The parsers of the parsing threads. Add the parsers of a new platform here (CONTRIBUTING.md). */
import type { AnyParser } from '../parsing/serve-parsers';
import * as twoGis from './2gis/parsers';
import * as appStore from './app-store/parsers';
import * as booking from './booking/parsers';
import * as google from './google/parsers';
import * as schemaOrg from './schema-org/parsers';
import * as steam from './steam/parsers';
import * as trustpilot from './trustpilot/parsers';
import * as wordpressOrg from './wordpress-org/parsers';
import * as yandexMaps from './yandex-maps/parsers';

export const parsers: readonly AnyParser[] = [
  appStore,
  booking,
  google,
  schemaOrg,
  steam,
  trustpilot,
  twoGis,
  wordpressOrg,
  yandexMaps,
].flatMap((platform) => Object.values<AnyParser>(platform));
