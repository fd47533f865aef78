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
import { Replies1795800000160 } from './1795800000160-replies';
import { Webhooks1795800000170 } from './1795800000170-webhooks';
import { Support1795800000180 } from './1795800000180-support';
import { Console1795800000190 } from './1795800000190-console';
import { Operations1795800000200 } from './1795800000200-operations';

/**
 * All migrations, oldest first. The first ones create the schema, one per context (reviews: two) in the order of the contexts. A migration of a
 * released version is never edited.
 */
export const MIGRATIONS = [
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
  Replies1795800000160,
  Webhooks1795800000170,
  Support1795800000180,
  Console1795800000190,
  Operations1795800000200,
];
