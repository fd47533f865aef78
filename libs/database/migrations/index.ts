import { RepliesAuthor1795200000420 } from './1795200000420-replies-author';
import { ConsoleInbox1795200000421 } from './1795200000421-console-inbox';
import { Auth1795200000010 } from './1795200000010-auth';
import { Sealing1795200000020 } from './1795200000020-sealing';
import { Http1795200000030 } from './1795200000030-http';
import { Events1795200000040 } from './1795200000040-events';
import { Audit1795200000050 } from './1795200000050-audit';
import { Sources1795200000060 } from './1795200000060-sources';
import { Objects1795200000070 } from './1795200000070-objects';
import { Notices1795200000080 } from './1795200000080-notices';
import { Links1795200000090 } from './1795200000090-links';
import { Folders1795200000100 } from './1795200000100-folders';
import { Connections1795200000110 } from './1795200000110-connections';
import { Reviews1795200000120 } from './1795200000120-reviews';
import { ReviewsSync1795200000125 } from './1795200000125-reviews-sync';
import { Collection1795200000130 } from './1795200000130-collection';
import { Replies1795200000140 } from './1795200000140-replies';
import { Webhooks1795200000150 } from './1795200000150-webhooks';
import { Support1795200000160 } from './1795200000160-support';
import { Console1795200000200 } from './1795200000200-console';
import { Attention1795200000330 } from './1795200000330-attention';
import { WebhooksHistory1795200000340 } from './1795200000340-webhooks-history';
import { WebhooksExchanges1795200000341 } from './1795200000341-webhooks-exchanges';
import { WebhooksRecoveries1795200000342 } from './1795200000342-webhooks-recoveries';
import { AuthKeyUse1795200000343 } from './1795200000343-auth-key-use';
import { ConnectionsConsents1795200000410 } from './1795200000410-connections-consents';
import { LinkFailures1795200000300 } from './1795200000300-link-failures';
import { ObjectsPinnedBy1795200000430 } from './1795200000430-objects-pinned-by';
import { ConsolePeople1795200000450 } from './1795200000450-console-people';
import { ConsoleRequestLog1795200000440 } from './1795200000440-console-request-log';
import { ConsoleChanges1795200000480 } from './1795200000480-console-changes';
import { ConsoleFactors1795200000400 } from './1795200000400-console-factors';
import { CollectionSourceHealth1795200000460 } from './1795200000460-collection-source-health';
import { Operations1795200000461 } from './1795200000461-operations';
import { Roads1795200000510 } from './1795200000510-roads';
import { SourceSamples1795200000520 } from './1795200000520-source-samples';
import { FirstRoads1795200000530 } from './1795200000530-first-roads';
import { RoadEnds1795200000560 } from './1795200000560-road-ends';
import { LinkReadAt1795200000570 } from './1795200000570-link-read-at';
import { NotificationEvents1795200000580 } from './1795200000580-notification-events';
import { CollectionTurns1795200000590 } from './1795200000590-collection-turns';
import { Unread1795200000610 } from './1795200000610-unread';
import { ConsoleSignIn1795200000630 } from './1795200000630-console-sign-in';
import { AccountKinds1795200000660 } from './1795200000660-account-kinds';

/**
 * All migrations, oldest first. The first ones create the schema, one per context (reviews: two) in the order of the contexts. A migration of a
 * released version is never edited.
 */
export const MIGRATIONS = [
  Auth1795200000010,
  Sealing1795200000020,
  Http1795200000030,
  Events1795200000040,
  Audit1795200000050,
  Sources1795200000060,
  Objects1795200000070,
  Notices1795200000080,
  Links1795200000090,
  Folders1795200000100,
  Connections1795200000110,
  Reviews1795200000120,
  ReviewsSync1795200000125,
  Collection1795200000130,
  Replies1795200000140,
  Webhooks1795200000150,
  Support1795200000160,
  Console1795200000200,
  Attention1795200000330,
  WebhooksHistory1795200000340,
  WebhooksExchanges1795200000341,
  WebhooksRecoveries1795200000342,
  AuthKeyUse1795200000343,
  LinkFailures1795200000300,
  ObjectsPinnedBy1795200000430,
  ConsolePeople1795200000450,
  RepliesAuthor1795200000420,
  ConsoleInbox1795200000421,
  ConnectionsConsents1795200000410,
  ConsoleRequestLog1795200000440,
  ConsoleChanges1795200000480,
  ConsoleFactors1795200000400,
  CollectionSourceHealth1795200000460,
  Operations1795200000461,
  Roads1795200000510,
  SourceSamples1795200000520,
  FirstRoads1795200000530,
  RoadEnds1795200000560,
  LinkReadAt1795200000570,
  NotificationEvents1795200000580,
  CollectionTurns1795200000590,
  Unread1795200000610,
  ConsoleSignIn1795200000630,
  AccountKinds1795200000660,
];
