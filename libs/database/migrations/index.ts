import { AuthAccountsAndKeys1795200000001 } from './1795200000001-auth-accounts-and-keys';
import { ObjectsAndLinks1795200000002 } from './1795200000002-objects-and-links';
import { Reviews1795200000003 } from './1795200000003-reviews';
import { CollectionRuns1795200000004 } from './1795200000004-collection-runs';
import { HttpIdempotency1795200000005 } from './1795200000005-http-idempotency';
import { ReviewsCurationIndexes1795200000006 } from './1795200000006-reviews-curation-indexes';
import { AuthRequestWindow1795200000020 } from './1795200000020-auth-request-window';
import { FoldersTree1795200000030 } from './1795200000030-folders-tree';
import { ReviewsPinsOfRemovedLinks1795200000031 } from './1795200000031-reviews-pins-of-removed-links';
import { ReviewsSyncScope1795200000050 } from './1795200000050-reviews-sync-scope';
import { CollectionAwaitedProof1795200000060 } from './1795200000060-collection-awaited-proof';
import { CollectionHousekeeping1795200000061 } from './1795200000061-collection-housekeeping';
import { WebhooksSubscriptions1795200000070 } from './1795200000070-webhooks-subscriptions';
import { WebhooksDeliveries1795200000071 } from './1795200000071-webhooks-deliveries';
import { ConnectionsPlatformConnections1795200000072 } from './1795200000072-connections-platform-connections';
import { RepliesReviewReplies1795200000073 } from './1795200000073-replies-review-replies';
import { NoticesMailSupport1795200000074 } from './1795200000074-notices-mail-support';
import { CollectionRunFacts1795200000075 } from './1795200000075-collection-run-facts';
import { ConnectionsGeneration1795200000080 } from './1795200000080-connections-generation';
import { WebhooksTurns1795200000081 } from './1795200000081-webhooks-turns';
import { ConnectionsObjectConfirmations1795200000085 } from './1795200000085-connections-object-confirmations';
import { ReviewsSearchFolding1795200000090 } from './1795200000090-reviews-search-folding';
import { ReviewsStatistics1795200000091 } from './1795200000091-reviews-statistics';
import { ReviewsTotals1795200000092 } from './1795200000092-reviews-totals';
import { WebhooksPastAttempts1795200000095 } from './1795200000095-webhooks-past-attempts';
import { CollectionRunLinks1795200000096 } from './1795200000096-collection-run-links';
import { ReviewsSyncScopeFolders1795200000097 } from './1795200000097-reviews-sync-scope-folders';
import { WebhooksWorkers1795200000098 } from './1795200000098-webhooks-workers';
import { WebhooksDueIndex1795200000099 } from './1795200000099-webhooks-due-index';
import { ReviewsSyncScopeOfObject1795200000110 } from './1795200000110-reviews-sync-scope-of-object';
import { RepliesOfObjectsAndLinks1795200000111 } from './1795200000111-replies-of-objects-and-links';
import { CollectionOpenRunLinks1795200000112 } from './1795200000112-collection-open-run-links';
import { CollectionEndedPasses1795200000123 } from './1795200000123-collection-ended-passes';
import { RepliesSentTexts1795200000126 } from './1795200000126-replies-sent-texts';
import { WebhooksPastSettings1795200000129 } from './1795200000129-webhooks-past-settings';
import { EventsRelayByAccount1795200000130 } from './1795200000130-events-relay-by-account';
import { CollectionRefusals1795200000133 } from './1795200000133-collection-refusals';
import { CollectionTurns1795200000136 } from './1795200000136-collection-turns';
import { CollectionDueByAccount1795200000137 } from './1795200000137-collection-due-by-account';
import { CollectionAccountPace1795200000138 } from './1795200000138-collection-account-pace';
import { AuditEntries1795200000139 } from './1795200000139-audit-entries';
import { AuthKeyNamesAndExpiry1795200000140 } from './1795200000140-auth-key-names-and-expiry';
import { SealingEncryptionKeys1795200000141 } from './1795200000141-sealing-encryption-keys';
import { CollectionRunHistory1795200000144 } from './1795200000144-collection-run-history';
import { CollectionTriedLinks1795200000145 } from './1795200000145-collection-tried-links';
import { CollectionNeverScraped1795200000146 } from './1795200000146-collection-never-scraped';

/** All migrations, oldest first. They are hand-written SQL; a landed one is never edited. */
export const MIGRATIONS = [
  AuthAccountsAndKeys1795200000001,
  ObjectsAndLinks1795200000002,
  Reviews1795200000003,
  CollectionRuns1795200000004,
  HttpIdempotency1795200000005,
  ReviewsCurationIndexes1795200000006,
  AuthRequestWindow1795200000020,
  FoldersTree1795200000030,
  ReviewsPinsOfRemovedLinks1795200000031,
  ReviewsSyncScope1795200000050,
  CollectionAwaitedProof1795200000060,
  CollectionHousekeeping1795200000061,
  WebhooksSubscriptions1795200000070,
  WebhooksDeliveries1795200000071,
  ConnectionsPlatformConnections1795200000072,
  RepliesReviewReplies1795200000073,
  NoticesMailSupport1795200000074,
  CollectionRunFacts1795200000075,
  ConnectionsGeneration1795200000080,
  WebhooksTurns1795200000081,
  ConnectionsObjectConfirmations1795200000085,
  ReviewsSearchFolding1795200000090,
  ReviewsStatistics1795200000091,
  ReviewsTotals1795200000092,
  WebhooksPastAttempts1795200000095,
  CollectionRunLinks1795200000096,
  ReviewsSyncScopeFolders1795200000097,
  WebhooksWorkers1795200000098,
  WebhooksDueIndex1795200000099,
  ReviewsSyncScopeOfObject1795200000110,
  RepliesOfObjectsAndLinks1795200000111,
  CollectionOpenRunLinks1795200000112,
  CollectionEndedPasses1795200000123,
  RepliesSentTexts1795200000126,
  WebhooksPastSettings1795200000129,
  EventsRelayByAccount1795200000130,
  CollectionRefusals1795200000133,
  CollectionTurns1795200000136,
  CollectionDueByAccount1795200000137,
  CollectionAccountPace1795200000138,
  AuditEntries1795200000139,
  AuthKeyNamesAndExpiry1795200000140,
  SealingEncryptionKeys1795200000141,
  CollectionRunHistory1795200000144,
  CollectionTriedLinks1795200000145,
  CollectionNeverScraped1795200000146,
] as const;
