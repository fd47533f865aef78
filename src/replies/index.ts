/**
 * Replies of the account to reviews (contract §2.6, §3.1, §4.5, §7.4).
 *
 *   PUT, DELETE          →  checked, accepted    →  review_reply (pending, due)
 *   review_reply         →  claim                →  publishing, under a lease with a token
 *   one call             →  outcome              →  published | deleted | pending, later | failed; the review shows it
 *   worker crashed       →  claimed again        →  the platform is read before the next request
 *   collection run ends  →  found on the page    →  confirmed
 *   POST of a proposal   →  reply_proposal (open) →  approved: the same as PUT (contract §4.20)
 */
export { REPLY_ORPHANS } from './persistence/data-checks';
export { RepliesService } from './replies.service';
export { RepliesModule } from './replies.module';
export { doubtUnfinished } from './persistence/after-restore';
export { REPLIES_ENTITIES } from './persistence/entities';
export { OVERDUE_PROPOSALS, purgeProposals } from './proposals/persistence/proposal-purge.store';
