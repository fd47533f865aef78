/**
 * The migrations before the baselines (`BASELINES`), in which the tables were altered step by step. Together they led to the schema that the baselines
 * create, so a database that ran all of them needs no baseline. The first release removes this list.
 */
export const FORMER_MIGRATIONS: readonly string[] = [
  'Auth1795200000010', 'Sealing1795200000020', 'Http1795200000030', 'Events1795200000040', 'Audit1795200000050',
  'Sources1795200000060', 'Objects1795200000070', 'Notices1795200000080', 'Links1795200000090',
  'Folders1795200000100', 'Connections1795200000110', 'Reviews1795200000120', 'ReviewsSync1795200000125',
  'Collection1795200000130', 'Replies1795200000140', 'Webhooks1795200000150', 'Support1795200000160',
  'Console1795200000200', 'LinkFailures1795200000300', 'Attention1795200000330', 'WebhooksHistory1795200000340',
  'WebhooksExchanges1795200000341', 'WebhooksRecoveries1795200000342', 'AuthKeyUse1795200000343',
  'ConsoleFactors1795200000400', 'ConnectionsConsents1795200000410', 'RepliesAuthor1795200000420',
  'ConsoleInbox1795200000421', 'ObjectsPinnedBy1795200000430', 'ConsoleRequestLog1795200000440',
  'ConsolePeople1795200000450', 'CollectionSourceHealth1795200000460', 'Operations1795200000461',
  'ConsoleChanges1795200000480', 'Roads1795200000510', 'SourceSamples1795200000520', 'FirstRoads1795200000530',
  'RoadEnds1795200000560', 'LinkReadAt1795200000570', 'NotificationEvents1795200000580',
  'CollectionTurns1795200000590', 'Unread1795200000610', 'ConsoleSignIn1795200000630', 'AccountKinds1795200000660',
];
