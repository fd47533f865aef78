import { Auth1795800000010 } from './1795800000010-auth';
import { Identity1795800000020 } from './1795800000020-identity';
import { Sealing1795800000030 } from './1795800000030-sealing';
import { Http1795800000040 } from './1795800000040-http';
import { Events1795800000050 } from './1795800000050-events';
import { Audit1795800000060 } from './1795800000060-audit';
import { Sources1795800000070 } from './1795800000070-sources';
import { Objects1795800000080 } from './1795800000080-objects';
import { Notices1795800000090 } from './1795800000090-notices';
import { Links1795800000100 } from './1795800000100-links';
import { Folders1795800000110 } from './1795800000110-folders';
import { Connections1795800000120 } from './1795800000120-connections';
import { Reviews1795800000130 } from './1795800000130-reviews';
import { ReviewsSync1795800000140 } from './1795800000140-reviews-sync';
import { Collection1795800000150 } from './1795800000150-collection';
import { CollectionHealth1795800000155 } from './1795800000155-collection-health';
import { Replies1795800000160 } from './1795800000160-replies';
import { Webhooks1795800000170 } from './1795800000170-webhooks';
import { Support1795800000180 } from './1795800000180-support';
import { Console1795800000190 } from './1795800000190-console';
import { ConsoleChanges1795800000195 } from './1795800000195-console-changes';
import { Operations1795800000200 } from './1795800000200-operations';
import { Views1795800000210 } from './1795800000210-views';

/** The baselines: the migrations that create the schema, in the order of the contexts; large contexts have two. */
export const BASELINES = [
  Auth1795800000010,
  Identity1795800000020,
  Sealing1795800000030,
  Http1795800000040,
  Events1795800000050,
  Audit1795800000060,
  Sources1795800000070,
  Objects1795800000080,
  Notices1795800000090,
  Links1795800000100,
  Folders1795800000110,
  Connections1795800000120,
  Reviews1795800000130,
  ReviewsSync1795800000140,
  Collection1795800000150,
  CollectionHealth1795800000155,
  Replies1795800000160,
  Webhooks1795800000170,
  Support1795800000180,
  Console1795800000190,
  ConsoleChanges1795800000195,
  Operations1795800000200,
];

/** All migrations, oldest first. A migration of a released version is never edited. */
export const MIGRATIONS = [...BASELINES, Views1795800000210];
