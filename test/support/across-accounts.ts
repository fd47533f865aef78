/**
 * Statements that take rows without naming an account, each kind with its reason; all others are refused (`watch-tenancy.ts`). A
 * statement is named as it is prepared, or by the file and the method that send it.
 */
const BY_REASON: Readonly<Record<string, readonly string[]>> = {
  'Workers take what is due, whoever it belongs to.': [
    'find-due-links',
    'find-due-links-in-turns',
    'take-due-links',
    ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap((places) => [`claim-run-links-${places}`, `claim-links-of-run-${places}`]),
    'settle-turns',
    'claim-reply',
    'outbox-waiting',
    'libs/events/event-relay.ts skipUnwanted',
    'src/notices/persistence/mail.store.ts claim',
    'src/notices/persistence/mail.store.ts giveUpSilent',
    'src/webhooks/persistence/turn.store.ts take',
    'src/webhooks/persistence/fan-out.store.ts dueBucket',
  ],
  'A worker writes what it has claimed, by the id of its claim or of what the claim is on.': [
    'hold-claim',
    'show-in-progress',
    'save-link-name',
    'hold-collection',
    'count-slice',
    'save-success',
    'save-failure',
    'save-dropped',
    'end-run-link',
    'hold-run',
    'finish-run-if-done',
    'lock-turns',
    'lock-webhooks',
    'src/collection/persistence/run-lease.store.ts release',
    'src/collection/persistence/run-lease.store.ts renew',
    'src/collection/persistence/run-lease.store.ts retryLater',
    'src/collection/persistence/run-result.store.ts report',
    'src/collection/persistence/run-result.store.ts tellOfEnd',
    'src/webhooks/persistence/turn.store.ts lookLater',
  ],
  'The planner works on links that it has just locked for an account, and on the run that it has just made.': [
    'src/collection/persistence/run-planning.store.ts hasten',
  ],
  'What is old goes, whoever it belonged to.': [
    'libs/http/idempotency.store.ts purgeAnswers',
    'src/audit/persistence/audit.store.ts purge',
    'src/collection/persistence/housekeeping.store.ts nextDeadLink',
    'src/collection/persistence/housekeeping.store.ts purgePart',
    'src/collection/persistence/housekeeping.store.ts purgeObjects',
    'src/collection/persistence/housekeeping.store.ts purgeRuns',
    'src/collection/persistence/housekeeping.store.ts purgeEvents',
    'src/notices/persistence/mail.store.ts purge',
    'src/webhooks/persistence/delivery-purge.store.ts purgeSettled',
    'src/webhooks/persistence/delivery-purge.store.ts purgeItems',
    'src/webhooks/persistence/delivery-purge.store.ts purgeBuckets',
    'src/webhooks/persistence/delivery-purge.store.ts purgePastSettings',
    'src/webhooks/persistence/delivery-purge.store.ts purgeDeleted',
  ],
  'Two accounts may not answer the same review: one asks whether another holds its place.': [
    'src/replies/persistence/reply.store.ts isTaken',
    'src/replies/persistence/reply.store.ts suspects',
    'src/replies/persistence/reply.store.ts holdCollected',
  ],
  'How many accounts have links on a platform decides how it is closed and held back; whether others wait, what one may have.':
    ['src/collection/persistence/source-pace.store.ts isShared', 'reserve-request'],
  'The operator sees all accounts, and acts by id on the command line.': [
    'src/accounts/persistence/statistics.query.ts read',
    'src/audit/persistence/audit.query.ts page',
    'src/auth/persistence/api-key.store.ts revoke',
    'src/connections/persistence/connection.store.ts byId',
    'src/connections/persistence/connection.store.ts list',
    'src/connections/persistence/connection.store.ts remove',
    'src/objects/persistence/object.store.ts accountOf',
    'src/support/persistence/support-message.store.ts page',
  ],
  'Keys are used before an account is known.': ['src/auth/persistence/api-key.store.ts touch'],
};

export const ACROSS_ACCOUNTS: ReadonlySet<string> = new Set(Object.values(BY_REASON).flat());
