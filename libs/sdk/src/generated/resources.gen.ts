// Written by `npm run sdk` from the OpenAPI document of v3.
import { itemsOf, type List, type Page } from '../paging';
import { at, type IdempotentOptions, type RequestOptions, type Send } from '../request';
import type * as Api from './v3.gen';

export class Objects {
  constructor(private readonly send: Send) {}

  /**
   * Create an object, optionally with links.
   *
   * A refused link cancels neither the object nor the other links; see `link_results`. Collection starts automatically.
   *
   * `POST /v3/objects`. Errors: `object_creation_budget_exhausted`, `object_limit_reached`, `idempotency_conflict`, `idempotency_in_progress`.
   */
  create(body: Api.CreateObjectBody, options?: IdempotentOptions): Promise<Api.CreateResult> {
    return this.send({ method: 'POST', path: '/v3/objects', body, takesKey: true }, options);
  }

  /**
   * List objects with their links.
   *
   * Includes disabled objects.
   *
   * `GET /v3/objects`. Errors: `folder_not_found`.
   */
  list(query?: Api.ListObjectsQuery, options?: RequestOptions): Promise<Page<Api.ObjectListItem>> {
    return this.send({ method: 'GET', path: '/v3/objects', query }, options);
  }

  /** The items of all pages of `list`, from `query.offset` on; `query.limit` is the size of a page. */
  listAll(query?: Api.ListObjectsQuery, options?: RequestOptions): AsyncGenerator<Api.ObjectListItem, void, undefined> {
    return itemsOf((offset) => this.list({ ...query, offset }, options), query?.offset);
  }

  /**
   * Switch a set of objects on or off.
   *
   * All or nothing. A disabled object is not collected, and its reviews and analytics are not returned.
   *
   * `PUT /v3/objects`. Errors: `object_limit_reached`.
   */
  switch(body: Api.SwitchObjectsBody, options?: RequestOptions): Promise<List<Api.SwitchedObject>> {
    return this.send({ method: 'PUT', path: '/v3/objects', body }, options);
  }

  /**
   * Read one object with all links.
   *
   * Includes disabled objects.
   *
   * `GET /v3/objects/{object_id}`.
   */
  get(objectId: number, options?: RequestOptions): Promise<Api.SingleObject> {
    return this.send({ method: 'GET', path: at`/v3/objects/${objectId}` }, options);
  }

  /**
   * Rename an object.
   *
   * Changes only the name.
   *
   * `PUT /v3/objects/{object_id}`.
   */
  update(objectId: number, body: Api.RenameObjectBody, options?: RequestOptions): Promise<Api.SingleObject> {
    return this.send({ method: 'PUT', path: at`/v3/objects/${objectId}`, body }, options);
  }

  /**
   * Delete an object with its links.
   *
   * Responses no longer contain its reviews, which are erased after 30 days.
   *
   * `DELETE /v3/objects/{object_id}`.
   */
  delete(objectId: number, options?: RequestOptions): Promise<void> {
    return this.send({ method: 'DELETE', path: at`/v3/objects/${objectId}` }, options);
  }

  /**
   * Collect now.
   *
   * Starts a collection of the enabled links of the object. Links collected within `HREV_COLLECT_MIN_GAP` (ten minutes by default) are skipped. Returns 409 for a disabled object.
   *
   * `POST /v3/objects/{object_id}/collect`. Errors: `conflict`.
   */
  collect(objectId: number, options?: RequestOptions): Promise<Api.CollectAccepted> {
    return this.send({ method: 'POST', path: at`/v3/objects/${objectId}/collect` }, options);
  }
}

export class Links {
  constructor(private readonly send: Send) {}

  /**
   * Detect the platforms of addresses.
   *
   * Returns for each address the result that adding it would have, in request order. Adds nothing and sends no request to a platform: `link_id` is always null, and an address would be linked if `error_code` is null.
   *
   * `POST /v3/links/detect`.
   */
  detect(body: Api.DetectLinksBody, options?: RequestOptions): Promise<List<Api.DetectedLink>> {
    return this.send({ method: 'POST', path: '/v3/links/detect', body }, options);
  }

  /**
   * Add a link to an object.
   *
   * A refused address is not an error: see `error_code` in `link_results`. Collection starts automatically.
   *
   * `POST /v3/objects/{object_id}/links`. Errors: `idempotency_conflict`, `idempotency_in_progress`.
   */
  create(objectId: number, body: Api.LinkAddress, options?: IdempotentOptions): Promise<Api.AddedToObject> {
    return this.send({ method: 'POST', path: at`/v3/objects/${objectId}/links`, body, takesKey: true }, options);
  }

  /**
   * List the links of an object.
   *
   * All links, also disabled ones, with the outcome of their last collection.
   *
   * `GET /v3/objects/{object_id}/links`.
   */
  list(objectId: number, options?: RequestOptions): Promise<List<Api.Link>> {
    return this.send({ method: 'GET', path: at`/v3/objects/${objectId}/links` }, options);
  }

  /**
   * Rename a link, stop or start its collection.
   *
   * Absent fields do not change. A disabled link keeps its reviews.
   *
   * `PUT /v3/objects/{object_id}/links/{link_id}`.
   */
  update(objectId: number, linkId: number, body: Api.ChangeLinkBody, options?: RequestOptions): Promise<Api.Link> {
    return this.send({ method: 'PUT', path: at`/v3/objects/${objectId}/links/${linkId}`, body }, options);
  }

  /**
   * Disconnect a platform.
   *
   * From then on, no response contains its reviews.
   *
   * `DELETE /v3/objects/{object_id}/links/{link_id}`.
   */
  delete(objectId: number, linkId: number, options?: RequestOptions): Promise<void> {
    return this.send({ method: 'DELETE', path: at`/v3/objects/${objectId}/links/${linkId}` }, options);
  }
}

export class Imports {
  constructor(private readonly send: Send) {}

  /**
   * Create objects and links from a file.
   *
   * Each line as the single calls do: a refused line affects no other one. The object of a line is that of its `object_id`, or the one with its name, or a new one, so a repeated import finds everything present. With `dry_run=true` nothing is written.
   *
   * `POST /v3/imports`.
   */
  create(body: Api.ImportBody, query?: Api.ImportObjectsQuery, options?: RequestOptions): Promise<List<Api.ImportedLine>> {
    return this.send({ method: 'POST', path: '/v3/imports', query, body }, options);
  }

  /**
   * Import reviews from elsewhere.
   *
   * Each line is one review of a link that is there. A refused line affects no other one, and a repeated import finds everything present. Imported reviews are not announced, and become collected ones when a collection finds them. With `dry_run=true` nothing is written.
   *
   * `POST /v3/review-imports`.
   */
  importReviews(body: Api.ReviewImportBody, query?: Api.ImportReviewsQuery, options?: RequestOptions): Promise<Api.ImportedReviews> {
    return this.send({ method: 'POST', path: '/v3/review-imports', query, body }, options);
  }

  /**
   * List the imports of reviews.
   *
   * Newest first, also those that were removed. An import that changed nothing is not listed.
   *
   * `GET /v3/review-imports`.
   */
  listReview(query?: Api.ListReviewImportsQuery, options?: RequestOptions): Promise<Page<Api.ReviewImport>> {
    return this.send({ method: 'GET', path: '/v3/review-imports', query }, options);
  }

  /** The items of all pages of `listReview`, from `query.offset` on; `query.limit` is the size of a page. */
  listAllReview(query?: Api.ListReviewImportsQuery, options?: RequestOptions): AsyncGenerator<Api.ReviewImport, void, undefined> {
    return itemsOf((offset) => this.listReview({ ...query, offset }, options), query?.offset);
  }

  /**
   * Read an import of reviews.
   *
   * `only_imported` falls as collections find its reviews.
   *
   * `GET /v3/review-imports/{import_id}`.
   */
  getReview(importId: number, options?: RequestOptions): Promise<Api.ReviewImport> {
    return this.send({ method: 'GET', path: at`/v3/review-imports/${importId}` }, options);
  }

  /**
   * Remove an import of reviews.
   *
   * Removes the reviews that only it has brought. Reviews that a collection has found stay. The change stream has them as `remove` with the reason `import_removed`.
   *
   * `DELETE /v3/review-imports/{import_id}`.
   */
  removeReview(importId: number, options?: RequestOptions): Promise<void> {
    return this.send({ method: 'DELETE', path: at`/v3/review-imports/${importId}` }, options);
  }
}

export class Runs {
  constructor(private readonly send: Send) {}

  /**
   * List the collection runs of an object.
   *
   * Newest first. `status`, `link_count` and the counts cover the links of this object only; `finished_at` is that of the whole run, which may contain links of other objects.
   *
   * `GET /v3/objects/{object_id}/runs`.
   */
  listOfObject(objectId: number, query?: Api.ListObjectRunsQuery, options?: RequestOptions): Promise<Page<Api.CollectionRunOfObject>> {
    return this.send({ method: 'GET', path: at`/v3/objects/${objectId}/runs`, query }, options);
  }

  /** The items of all pages of `listOfObject`, from `query.offset` on; `query.limit` is the size of a page. */
  listAllOfObject(objectId: number, query?: Api.ListObjectRunsQuery, options?: RequestOptions): AsyncGenerator<Api.CollectionRunOfObject, void, undefined> {
    return itemsOf((offset) => this.listOfObject(objectId, { ...query, offset }, options), query?.offset);
  }

  /**
   * List the collection runs of the account.
   *
   * Newest first. Runs are kept for 90 days after they ended.
   *
   * `GET /v3/runs`.
   */
  list(query?: Api.ListRunsQuery, options?: RequestOptions): Promise<Page<Api.CollectionRun>> {
    return this.send({ method: 'GET', path: '/v3/runs', query }, options);
  }

  /** The items of all pages of `list`, from `query.offset` on; `query.limit` is the size of a page. */
  listAll(query?: Api.ListRunsQuery, options?: RequestOptions): AsyncGenerator<Api.CollectionRun, void, undefined> {
    return itemsOf((offset) => this.list({ ...query, offset }, options), query?.offset);
  }

  /**
   * Read a collection run and its links.
   *
   * While the run is open, the counts grow with each stored page.
   *
   * `GET /v3/runs/{run_id}`.
   */
  get(runId: number, options?: RequestOptions): Promise<Api.CollectionRunDetail> {
    return this.send({ method: 'GET', path: at`/v3/runs/${runId}` }, options);
  }
}

export class Reviews {
  constructor(private readonly send: Send) {}

  /**
   * The review feed of an object, a folder, or the whole account.
   *
   * Without parameters: neither deleted nor hidden nor pinned reviews, newest first. The total is exact.
   *
   * `GET /v3/reviews`. Errors: `object_and_folder_conflict`, `folder_not_found`.
   */
  list(query?: Api.ListReviewsQuery, options?: RequestOptions): Promise<Page<Api.Review>> {
    return this.send({ method: 'GET', path: '/v3/reviews', query }, options);
  }

  /** The items of all pages of `list`, from `query.offset` on; `query.limit` is the size of a page. */
  listAll(query?: Api.ListReviewsQuery, options?: RequestOptions): AsyncGenerator<Api.Review, void, undefined> {
    return itemsOf((offset) => this.list({ ...query, offset }, options), query?.offset);
  }

  /**
   * One review.
   *
   * 404 for reviews that a trial cannot see, and without the parameters for deleted and hidden reviews.
   *
   * `GET /v3/reviews/{review_id}`.
   */
  get(reviewId: number, query?: Api.GetReviewQuery, options?: RequestOptions): Promise<Api.Review> {
    return this.send({ method: 'GET', path: at`/v3/reviews/${reviewId}`, query }, options);
  }

  /**
   * Changes of reviews, for keeping a local copy.
   *
   * Begin without a cursor, apply every change in order, and continue with `next_cursor`: at once while `has_next` is true, later otherwise. No change is missed, even if reviews are written meanwhile; a change may be returned twice, each time with the current state. Reviews deleted on the platform and hidden reviews are upserts with their flags; the flags `is_hidden`, `is_pinned` and `pin_position` are present for a folder too, because a copy needs them. A review that was only seen again is not a change, so `last_seen_at` of a copy may be older. A review that leaves the composition is a `remove`, one that enters it is an `upsert`; for a deleted object, its reviews are returned as removals. On `invalid_cursor` begin again without a cursor: the cursor was altered, is older than a year or belongs to another account, the plan now shows another number of reviews, or reviews were purged before the cursor had reached them.
   *
   * `GET /v3/reviews/sync`. Errors: `cursor_mismatch`, `invalid_cursor`, `object_and_folder_conflict`, `object_or_folder_required`, `folder_not_found`.
   */
  syncPage(query?: Api.SyncReviewsQuery, options?: RequestOptions): Promise<Api.ReviewChanges> {
    return this.send({ method: 'GET', path: '/v3/reviews/sync', query }, options);
  }
}

export class Exports {
  constructor(private readonly send: Send) {}

  /**
   * Request a file of reviews.
   *
   * With the filters of `GET /v3/reviews`, without page, order and shape. A worker writes the file; at most two are written at a time, and 20 kept: 409 `conflict`. Files are removed 24 hours after their request.
   *
   * `POST /v3/exports`. Errors: `object_and_folder_conflict`, `folder_not_found`, `conflict`, `idempotency_conflict`, `idempotency_in_progress`.
   */
  request(query?: Api.RequestExportQuery, options?: IdempotentOptions): Promise<Api.Export> {
    return this.send({ method: 'POST', path: '/v3/exports', query, takesKey: true }, options);
  }

  /**
   * List the files of reviews.
   *
   * Newest first; without those that were deleted or have expired.
   *
   * `GET /v3/exports`.
   */
  list(options?: RequestOptions): Promise<List<Api.Export>> {
    return this.send({ method: 'GET', path: '/v3/exports' }, options);
  }

  /**
   * Read an export and its progress.
   *
   * `rows` and `bytes` grow with each part that is written.
   *
   * `GET /v3/exports/{export_id}`.
   */
  get(exportId: number, options?: RequestOptions): Promise<Api.Export> {
    return this.send({ method: 'GET', path: at`/v3/exports/${exportId}` }, options);
  }

  /**
   * Delete an export.
   *
   * Also one that is being written. Its file is gone at once.
   *
   * `DELETE /v3/exports/{export_id}`.
   */
  delete(exportId: number, options?: RequestOptions): Promise<void> {
    return this.send({ method: 'DELETE', path: at`/v3/exports/${exportId}` }, options);
  }

  /**
   * Download the file of an export.
   *
   * Of a finished export, otherwise 409 `conflict`. A `Range` of bytes gets 206, so that a download can be continued; `If-Range` with the `ETag` is honored. The body is not compressed.
   *
   * `GET /v3/exports/{export_id}/file`. Errors: `conflict`, `range_not_satisfiable`.
   */
  download(exportId: number, options?: RequestOptions): Promise<ReadableStream<Uint8Array>> {
    return this.send({ method: 'GET', path: at`/v3/exports/${exportId}/file`, file: ['text/csv', 'application/x-ndjson'] }, options);
  }
}

export class Replies {
  constructor(private readonly send: Send) {}

  /**
   * Replies of an object, a folder, or the whole account.
   *
   * The latest review first. Also replies to reviews that are hidden or deleted; not those of objects that are switched off.
   *
   * `GET /v3/replies`. Errors: `object_and_folder_conflict`, `folder_not_found`.
   */
  list(query?: Api.ListRepliesQuery, options?: RequestOptions): Promise<Page<Api.ListedReplyDetails>> {
    return this.send({ method: 'GET', path: '/v3/replies', query }, options);
  }

  /** The items of all pages of `list`, from `query.offset` on; `query.limit` is the size of a page. */
  listAll(query?: Api.ListRepliesQuery, options?: RequestOptions): AsyncGenerator<Api.ListedReplyDetails, void, undefined> {
    return itemsOf((offset) => this.list({ ...query, offset }, options), query?.offset);
  }

  /**
   * Publish a reply, or replace it.
   *
   * Accepted at once, published within seconds to minutes; poll its state, or subscribe to `replies.new`. Replaces a text that is not published yet. Repeating the published text is not an error. A trial counts each review on which a reply was or may be published; a reply that failed before it reached the platform does not count.
   *
   * `PUT /v3/reviews/{review_id}/reply`. Errors: `reply_requires_upgrade`, `reply_trial_quota_exhausted`, `reply_access_revoked`, `reply_card_not_yours`, `reply_edit_not_supported`, `reply_in_progress`, `reply_not_replyable`, `reply_not_supported`, `reply_owned_by_other_account`.
   */
  publish(reviewId: number, body: Api.PutReplyBody, options?: RequestOptions): Promise<Api.AcceptedReply> {
    return this.send({ method: 'PUT', path: at`/v3/reviews/${reviewId}/reply`, body }, options);
  }

  /**
   * Remove your reply.
   *
   * On any plan. A reply that never reached the platform is deleted without a request to the platform. A reply that was written on the platform itself is not found.
   *
   * `DELETE /v3/reviews/{review_id}/reply`. Errors: `reply_access_revoked`, `reply_card_not_yours`, `reply_not_found`, `reply_delete_not_supported`, `reply_in_progress`.
   */
  delete(reviewId: number, options?: RequestOptions): Promise<Api.AcceptedReply> {
    return this.send({ method: 'DELETE', path: at`/v3/reviews/${reviewId}/reply` }, options);
  }

  /**
   * State of your reply.
   *
   * On any plan. A reply that was written on the platform itself is not included.
   *
   * `GET /v3/reviews/{review_id}/reply`. Errors: `reply_not_found`.
   */
  get(reviewId: number, options?: RequestOptions): Promise<Api.ReplyDetails> {
    return this.send({ method: 'GET', path: at`/v3/reviews/${reviewId}/reply` }, options);
  }
}

export class ReplyProposals {
  constructor(private readonly send: Send) {}

  /**
   * Proposed replies of an object, a folder, or the whole account.
   *
   * The latest first, without those of objects that are switched off. Closed ones are kept for 90 days.
   *
   * `GET /v3/reply-proposals`. Errors: `object_and_folder_conflict`, `folder_not_found`.
   */
  list(query?: Api.ListReplyProposalsQuery, options?: RequestOptions): Promise<Page<Api.ReplyProposal>> {
    return this.send({ method: 'GET', path: '/v3/reply-proposals', query }, options);
  }

  /** The items of all pages of `list`, from `query.offset` on; `query.limit` is the size of a page. */
  listAll(query?: Api.ListReplyProposalsQuery, options?: RequestOptions): AsyncGenerator<Api.ReplyProposal, void, undefined> {
    return itemsOf((offset) => this.list({ ...query, offset }, options), query?.offset);
  }

  /**
   * A proposed reply.
   *
   * The text, the key that proposed it and the decision. It is readable for as long as the list shows it.
   *
   * `GET /v3/reply-proposals/{proposal_id}`.
   */
  get(proposalId: number, options?: RequestOptions): Promise<Api.ReplyProposal> {
    return this.send({ method: 'GET', path: at`/v3/reply-proposals/${proposalId}` }, options);
  }

  /**
   * Approve a proposed reply.
   *
   * Accepts the text as the reply, with the checks of `PUT /v3/reviews/{review_id}/reply`. `review_changed` unless the approver has read the review as it stands (`review_version`).
   *
   * `POST /v3/reply-proposals/{proposal_id}/approval`. Errors: `reply_requires_upgrade`, `reply_trial_quota_exhausted`, `reply_access_revoked`, `reply_card_not_yours`, `proposal_closed`, `reply_edit_not_supported`, `reply_in_progress`, `reply_not_replyable`, `reply_not_supported`, `reply_owned_by_other_account`, `review_answered`, `review_changed`.
   */
  approve(proposalId: number, body: Api.ApprovalBody, options?: RequestOptions): Promise<Api.ReplyProposal> {
    return this.send({ method: 'POST', path: at`/v3/reply-proposals/${proposalId}/approval`, body }, options);
  }

  /**
   * Dismiss a proposed reply.
   *
   * Ends an open proposal. Nothing is published, and the review can get a new proposal.
   *
   * `POST /v3/reply-proposals/{proposal_id}/dismissal`. Errors: `proposal_closed`.
   */
  dismiss(proposalId: number, body: Api.DismissalBody, options?: RequestOptions): Promise<Api.ReplyProposal> {
    return this.send({ method: 'POST', path: at`/v3/reply-proposals/${proposalId}/dismissal`, body }, options);
  }

  /**
   * Propose a reply.
   *
   * Publishes nothing: a person or a key of scope `full` approves it, or the policy of the account answers with a text of its own. Needs the scope `propose`. Supersedes an open proposal of the same key for the review.
   *
   * `POST /v3/reviews/{review_id}/reply-proposals`. Errors: `proposal_limit_reached`, `reply_not_replyable`, `reply_not_supported`, `review_answered`.
   */
  proposeReply(reviewId: number, body: Api.NewProposalBody, options?: RequestOptions): Promise<Api.ReplyProposal> {
    return this.send({ method: 'POST', path: at`/v3/reviews/${reviewId}/reply-proposals`, body }, options);
  }
}

export class Curation {
  constructor(private readonly send: Send) {}

  /**
   * Hide reviews.
   *
   * All or nothing. A hidden review loses its pin; analytics still counts it. Other objects are unaffected.
   *
   * `POST /v3/objects/{object_id}/hidden-reviews`.
   */
  hideReviews(objectId: number, body: Api.HideBody, options?: RequestOptions): Promise<Api.HiddenCount> {
    return this.send({ method: 'POST', path: at`/v3/objects/${objectId}/hidden-reviews`, body }, options);
  }

  /**
   * List the hidden reviews, most recently hidden first.
   *
   * Includes reviews deleted on the platform. On trial, only reviews within the limit of the trial are returned.
   *
   * `GET /v3/objects/{object_id}/hidden-reviews`.
   */
  listHiddenReviews(objectId: number, query?: Api.ListHiddenReviewsQuery, options?: RequestOptions): Promise<List<Api.HiddenReview>> {
    return this.send({ method: 'GET', path: at`/v3/objects/${objectId}/hidden-reviews`, query }, options);
  }

  /**
   * Return hidden reviews to the feed.
   *
   * All or nothing. A pin is not restored. The ids come in the body or in the query.
   *
   * `DELETE /v3/objects/{object_id}/hidden-reviews`.
   */
  unhideReviews(objectId: number, body: Api.UnhideBody, options?: RequestOptions): Promise<Api.HiddenCount> {
    return this.send({ method: 'DELETE', path: at`/v3/objects/${objectId}/hidden-reviews`, body }, options);
  }

  /**
   * Pin reviews at the top.
   *
   * All or nothing. A hidden review cannot be pinned (`conflict`).
   *
   * `POST /v3/objects/{object_id}/pinned-reviews`. Errors: `duplicate_review_ids`, `pinned_limit_exceeded`, `conflict`.
   */
  pinReviews(objectId: number, body: Api.PinBody, options?: RequestOptions): Promise<Api.PinnedCount> {
    return this.send({ method: 'POST', path: at`/v3/objects/${objectId}/pinned-reviews`, body }, options);
  }

  /**
   * List the pinned reviews in their order.
   *
   * Includes reviews deleted on the platform. On trial, only reviews within the limit of the trial are returned.
   *
   * `GET /v3/objects/{object_id}/pinned-reviews`.
   */
  listPinnedReviews(objectId: number, query?: Api.ListPinnedReviewsQuery, options?: RequestOptions): Promise<List<Api.PinnedReview>> {
    return this.send({ method: 'GET', path: at`/v3/objects/${objectId}/pinned-reviews`, query }, options);
  }

  /**
   * Replace the whole list of pinned reviews.
   *
   * All or nothing. An empty list unpins all. A hidden review cannot be pinned (`conflict`).
   *
   * `PUT /v3/objects/{object_id}/pinned-reviews`. Errors: `duplicate_review_ids`, `pinned_limit_exceeded`, `conflict`.
   */
  replacePinnedReviews(objectId: number, body: Api.PinOrderBody, options?: RequestOptions): Promise<Api.PinnedCount> {
    return this.send({ method: 'PUT', path: at`/v3/objects/${objectId}/pinned-reviews`, body }, options);
  }

  /**
   * Unpin reviews; they stay in the feed.
   *
   * All or nothing. The other pins move up. The ids come in the body or in the query.
   *
   * `DELETE /v3/objects/{object_id}/pinned-reviews`.
   */
  unpinReviews(objectId: number, body: Api.UnpinBody, options?: RequestOptions): Promise<Api.PinnedCount> {
    return this.send({ method: 'DELETE', path: at`/v3/objects/${objectId}/pinned-reviews`, body }, options);
  }
}

export class Embeds {
  constructor(private readonly send: Send) {}

  /**
   * Show reviews on a web page.
   *
   * Creates a public token for the reviews of an object or a folder. At most 100 of an account: 409 `conflict`.
   *
   * `POST /v3/embeds`. Errors: `object_and_folder_conflict`, `object_or_folder_required`, `folder_not_found`, `conflict`.
   */
  create(body: Api.CreateEmbedBody, options?: RequestOptions): Promise<Api.Embed> {
    return this.send({ method: 'POST', path: '/v3/embeds', body }, options);
  }

  /**
   * List all embeds.
   *
   * Oldest first, with their tokens.
   *
   * `GET /v3/embeds`.
   */
  list(options?: RequestOptions): Promise<List<Api.Embed>> {
    return this.send({ method: 'GET', path: '/v3/embeds' }, options);
  }

  /**
   * Change what an embed shows.
   *
   * The token stays. Pages show the change within two minutes.
   *
   * `PATCH /v3/embeds/{embed_id}`.
   */
  update(embedId: number, body: Api.ChangeEmbedBody, options?: RequestOptions): Promise<Api.Embed> {
    return this.send({ method: 'PATCH', path: at`/v3/embeds/${embedId}`, body }, options);
  }

  /**
   * Revoke an embed.
   *
   * Its token is unknown from then on, within a second in every process. Browsers keep an answer for a minute.
   *
   * `DELETE /v3/embeds/{embed_id}`.
   */
  delete(embedId: number, options?: RequestOptions): Promise<void> {
    return this.send({ method: 'DELETE', path: at`/v3/embeds/${embedId}` }, options);
  }
}

export class Folders {
  constructor(private readonly send: Send) {}

  /**
   * Create a folder, optionally with objects in it.
   *
   * Folders have two levels. An account has at most 1000 folders with 100000 objects in total, counted in each folder.
   *
   * `POST /v3/folders`. Errors: `folder_depth_exceeded`, `folder_limit_reached`, `folder_not_found`.
   */
  create(body: Api.CreateFolderBody, options?: RequestOptions): Promise<Api.Folder> {
    return this.send({ method: 'POST', path: '/v3/folders', body }, options);
  }

  /**
   * List all folders with subfolders and composition.
   *
   * Root folders by name, then by id.
   *
   * `GET /v3/folders`.
   */
  list(options?: RequestOptions): Promise<List<Api.Folder>> {
    return this.send({ method: 'GET', path: '/v3/folders' }, options);
  }

  /**
   * Read one folder.
   *
   * With its subfolders and the objects directly in it. The `subfolders` of a subfolder are empty.
   *
   * `GET /v3/folders/{folder_id}`. Errors: `folder_not_found`.
   */
  get(folderId: number, options?: RequestOptions): Promise<Api.Folder> {
    return this.send({ method: 'GET', path: at`/v3/folders/${folderId}` }, options);
  }

  /**
   * Rename or move a folder, change its composition.
   *
   * At least one field; absent fields stay as they are. All or nothing.
   *
   * `PATCH /v3/folders/{folder_id}`. Errors: `folder_depth_exceeded`, `folder_limit_reached`, `folder_not_found`.
   */
  update(folderId: number, body: Api.ChangeFolderBody, options?: RequestOptions): Promise<Api.Folder> {
    return this.send({ method: 'PATCH', path: at`/v3/folders/${folderId}`, body }, options);
  }

  /**
   * Delete a folder, keep its objects.
   *
   * A folder that has subfolders is refused: 409 `folder_not_empty`.
   *
   * `DELETE /v3/folders/{folder_id}`. Errors: `folder_not_found`, `folder_not_empty`.
   */
  delete(folderId: number, options?: RequestOptions): Promise<void> {
    return this.send({ method: 'DELETE', path: at`/v3/folders/${folderId}` }, options);
  }
}

export class Analytics {
  constructor(private readonly send: Send) {}

  /**
   * Figures of an object, a folder, or the whole account.
   *
   * Deleted reviews are not counted, hidden ones are. Unrated reviews are counted only with `min_rating=0`.
   *
   * `GET /v3/analytics`. Errors: `object_and_folder_conflict`, `folder_not_found`.
   */
  get(query?: Api.GetAnalyticsQuery, options?: RequestOptions): Promise<Api.AnalyticsSummary> {
    return this.send({ method: 'GET', path: '/v3/analytics', query }, options);
  }

  /**
   * Figures by the language of the reviews.
   *
   * The reviews that `GET /v3/analytics` counts with the same filters, by language. A text that is short or of no known language is counted as `und`, as is a review without text.
   *
   * `GET /v3/analytics/languages`. Errors: `object_and_folder_conflict`, `folder_not_found`.
   */
  listLanguageFigures(query?: Api.ListLanguageFiguresQuery, options?: RequestOptions): Promise<Api.AnalyticsByLanguage> {
    return this.send({ method: 'GET', path: '/v3/analytics/languages', query }, options);
  }

  /**
   * Figures of each object.
   *
   * The enabled objects of the account or of a folder, including those without reviews. The figures of an object are those of `GET /v3/analytics` for it alone, with the same filters.
   *
   * `GET /v3/analytics/objects`. Errors: `object_and_folder_conflict`, `folder_not_found`.
   */
  listObjectFigures(query?: Api.ListObjectFiguresQuery, options?: RequestOptions): Promise<Page<Api.FiguresOfObject>> {
    return this.send({ method: 'GET', path: '/v3/analytics/objects', query }, options);
  }

  /** The items of all pages of `listObjectFigures`, from `query.offset` on; `query.limit` is the size of a page. */
  listAllObjectFigures(query?: Api.ListObjectFiguresQuery, options?: RequestOptions): AsyncGenerator<Api.FiguresOfObject, void, undefined> {
    return itemsOf((offset) => this.listObjectFigures({ ...query, offset }, options), query?.offset);
  }

  /**
   * Figures that platforms publish for each link.
   *
   * The rating and the number of reviews that the platform publishes, and the number of collected reviews.
   *
   * `GET /v3/analytics/ratings`. Errors: `object_and_folder_conflict`, `object_or_folder_required`, `folder_not_found`.
   */
  listPlatformRatings(query?: Api.ListPlatformRatingsQuery, options?: RequestOptions): Promise<Api.LinkRatings> {
    return this.send({ method: 'GET', path: '/v3/analytics/ratings', query }, options);
  }

  /**
   * How soon reviews are answered, in total and by platform.
   *
   * The reviews that `GET /v3/analytics` counts with the same filters. The times are computed from all dated replies; where more than a million reviews are answered in the period, from those of the newest months (`times_from`).
   *
   * `GET /v3/analytics/reply-times`. Errors: `object_and_folder_conflict`, `folder_not_found`.
   */
  getReplyTimes(query?: Api.GetReplyTimesQuery, options?: RequestOptions): Promise<Api.AnalyticsReplyTimes> {
    return this.send({ method: 'GET', path: '/v3/analytics/reply-times', query }, options);
  }

  /**
   * How soon reviews are answered, by object.
   *
   * The enabled objects of the account or of a folder, by id, including those without reviews. The figures of an object are those of `GET /v3/analytics/reply-times` for it alone, with the same filters; `times_from` is that of the selection.
   *
   * `GET /v3/analytics/reply-times/objects`. Errors: `object_and_folder_conflict`, `folder_not_found`.
   */
  listReplyTimesOfObjects(query?: Api.ListReplyTimesOfObjectsQuery, options?: RequestOptions): Promise<Page<Api.ReplyTimesOfObject>> {
    return this.send({ method: 'GET', path: '/v3/analytics/reply-times/objects', query }, options);
  }

  /** The items of all pages of `listReplyTimesOfObjects`, from `query.offset` on; `query.limit` is the size of a page. */
  listAllReplyTimesOfObjects(query?: Api.ListReplyTimesOfObjectsQuery, options?: RequestOptions): AsyncGenerator<Api.ReplyTimesOfObject, void, undefined> {
    return itemsOf((offset) => this.listReplyTimesOfObjects({ ...query, offset }, options), query?.offset);
  }

  /**
   * Figures of an object, a folder or the account over time.
   *
   * Every period of the range is present, including empty periods. Undated and unrated reviews are not counted.
   *
   * `GET /v3/analytics/timeseries`. Errors: `object_and_folder_conflict`, `object_or_folder_required`, `folder_not_found`.
   */
  getTimeseries(query?: Api.GetTimeseriesQuery, options?: RequestOptions): Promise<Api.AnalyticsTimeseries> {
    return this.send({ method: 'GET', path: '/v3/analytics/timeseries', query }, options);
  }
}

export class Webhooks {
  constructor(private readonly send: Send) {}

  /**
   * List all webhooks.
   *
   * Oldest first; includes listeners, and webhooks created through the other version.
   *
   * `GET /v3/webhooks`.
   */
  list(options?: RequestOptions): Promise<List<Api.Webhook>> {
    return this.send({ method: 'GET', path: '/v3/webhooks' }, options);
  }

  /**
   * Create a webhook.
   *
   * Its deliveries always have `schema_version` "3". At most 50 per account, and 20 listeners (409 `conflict`); an object of another account causes 404.
   *
   * `POST /v3/webhooks`. Errors: `conflict`.
   */
  create(body: Api.CreateWebhookBody, options?: RequestOptions): Promise<Api.Webhook> {
    return this.send({ method: 'POST', path: '/v3/webhooks', body }, options);
  }

  /**
   * Read one webhook.
   *
   * Without the signing secret, which belongs to the account.
   *
   * `GET /v3/webhooks/{webhook_id}`.
   */
  get(webhookId: number, options?: RequestOptions): Promise<Api.Webhook> {
    return this.send({ method: 'GET', path: at`/v3/webhooks/${webhookId}` }, options);
  }

  /**
   * Change, pause or resume a webhook.
   *
   * Absent fields stay as they are; at least one field is required. All or nothing. A webhook created through v2 accepts the event types of v2 only, and neither `headers` nor a `format`; a listener accepts no `target`.
   *
   * `PATCH /v3/webhooks/{webhook_id}`.
   */
  update(webhookId: number, body: Api.ChangeWebhookBody, options?: RequestOptions): Promise<Api.Webhook> {
    return this.send({ method: 'PATCH', path: at`/v3/webhooks/${webhookId}`, body }, options);
  }

  /**
   * Delete a webhook with its deliveries.
   *
   * No further delivery is sent.
   *
   * `DELETE /v3/webhooks/{webhook_id}`.
   */
  delete(webhookId: number, options?: RequestOptions): Promise<void> {
    return this.send({ method: 'DELETE', path: at`/v3/webhooks/${webhookId}` }, options);
  }

  /**
   * Claim deliveries of a listener.
   *
   * Returns due deliveries, first due first, with the headers and the bytes that an attempt would send. The client sends them to its own receiver and reports the results within 60 seconds; afterwards they can be claimed again. At most 20 of a listener are claimed at a time. Without a due delivery the request waits, and returns an empty list when its time is over, or at once if too many requests of the account wait. `conflict` for a webhook with a target.
   *
   * `POST /v3/webhooks/{webhook_id}/claims`. Errors: `conflict`.
   */
  claimDeliveries(webhookId: number, body: Api.ClaimBody, options?: RequestOptions): Promise<List<Api.ClaimedWebhookDelivery>> {
    return this.send({ method: 'POST', path: at`/v3/webhooks/${webhookId}/claims`, body }, options);
  }

  /**
   * Report the results of claimed deliveries.
   *
   * Settles them as attempts of the service: a status or an error decides whether a delivery has succeeded, failed or is sent again (contract §6.5). All results are stored, except those whose lease is lost. `conflict` for a webhook with a target.
   *
   * `POST /v3/webhooks/{webhook_id}/claims/results`. Errors: `conflict`.
   */
  settleClaims(webhookId: number, body: Api.ClaimResultsBody, options?: RequestOptions): Promise<List<Api.StoredClaimResult>> {
    return this.send({ method: 'POST', path: at`/v3/webhooks/${webhookId}/claims/results`, body }, options);
  }

  /**
   * List the deliveries of a webhook.
   *
   * Newest first. Deliveries are kept for 30 days after they were settled. Test events are not listed.
   *
   * `GET /v3/webhooks/{webhook_id}/deliveries`.
   */
  listDeliveries(webhookId: number, query?: Api.ListDeliveriesQuery, options?: RequestOptions): Promise<Page<Api.WebhookDelivery>> {
    return this.send({ method: 'GET', path: at`/v3/webhooks/${webhookId}/deliveries`, query }, options);
  }

  /** The items of all pages of `listDeliveries`, from `query.offset` on; `query.limit` is the size of a page. */
  listAllDeliveries(webhookId: number, query?: Api.ListDeliveriesQuery, options?: RequestOptions): AsyncGenerator<Api.WebhookDelivery, void, undefined> {
    return itemsOf((offset) => this.listDeliveries(webhookId, { ...query, offset }, options), query?.offset);
  }

  /**
   * Read a delivery, its body and its attempts.
   *
   * Includes every attempt and its result. Keys that may write also get the headers and the beginning of the answer of recent attempts.
   *
   * `GET /v3/webhooks/{webhook_id}/deliveries/{delivery_id}`.
   */
  getDelivery(webhookId: number, deliveryId: number, options?: RequestOptions): Promise<Api.WebhookDeliveryDetail> {
    return this.send({ method: 'GET', path: at`/v3/webhooks/${webhookId}/deliveries/${deliveryId}` }, options);
  }

  /**
   * Redeliver.
   *
   * Sends the delivery at once, with the same id and the same bytes. A settled delivery (`success`, `failed`, `dead_letter`) becomes `pending` with a new series of attempts. A pending delivery is sent now and keeps its count of attempts. If an attempt is in flight, its result decides. While the webhook is paused, the delivery waits. A delivery whose body was removed is refused.
   *
   * `POST /v3/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver`. Errors: `conflict`.
   */
  redeliver(webhookId: number, deliveryId: number, options?: RequestOptions): Promise<Api.WebhookDelivery> {
    return this.send({ method: 'POST', path: at`/v3/webhooks/${webhookId}/deliveries/${deliveryId}/redeliver` }, options);
  }

  /**
   * Send the failed deliveries of a period again.
   *
   * Oldest first, in batches, with the same ids and bytes and new series of attempts. While the webhook is paused or has 100 pending deliveries, the recovery waits. One runs at a time: 409 `conflict`.
   *
   * `POST /v3/webhooks/{webhook_id}/recoveries`. Errors: `conflict`.
   */
  startRecovery(webhookId: number, body: Api.RecoveryBody, options?: RequestOptions): Promise<Api.WebhookRecovery> {
    return this.send({ method: 'POST', path: at`/v3/webhooks/${webhookId}/recoveries`, body }, options);
  }

  /**
   * List the recoveries of a webhook.
   *
   * Newest first. Recoveries are kept for 30 days after they ended.
   *
   * `GET /v3/webhooks/{webhook_id}/recoveries`.
   */
  listRecoveries(webhookId: number, query?: Api.ListRecoveriesQuery, options?: RequestOptions): Promise<Page<Api.WebhookRecovery>> {
    return this.send({ method: 'GET', path: at`/v3/webhooks/${webhookId}/recoveries`, query }, options);
  }

  /** The items of all pages of `listRecoveries`, from `query.offset` on; `query.limit` is the size of a page. */
  listAllRecoveries(webhookId: number, query?: Api.ListRecoveriesQuery, options?: RequestOptions): AsyncGenerator<Api.WebhookRecovery, void, undefined> {
    return itemsOf((offset) => this.listRecoveries(webhookId, { ...query, offset }, options), query?.offset);
  }

  /**
   * Read a recovery and its progress.
   *
   * `done` grows with each batch.
   *
   * `GET /v3/webhooks/{webhook_id}/recoveries/{recovery_id}`.
   */
  getRecovery(webhookId: number, recoveryId: number, options?: RequestOptions): Promise<Api.WebhookRecovery> {
    return this.send({ method: 'GET', path: at`/v3/webhooks/${webhookId}/recoveries/${recoveryId}` }, options);
  }

  /**
   * Stop a recovery.
   *
   * It makes no further delivery due; those that are pending are still sent. Returns the recovery, which stays in the list. One that has ended stays as it is.
   *
   * `DELETE /v3/webhooks/{webhook_id}/recoveries/{recovery_id}`.
   */
  stopRecovery(webhookId: number, recoveryId: number, options?: RequestOptions): Promise<Api.WebhookRecovery> {
    return this.send({ method: 'DELETE', path: at`/v3/webhooks/${webhookId}/recoveries/${recoveryId}` }, options);
  }

  /**
   * Read the delivery figures of a webhook.
   *
   * Counts deliveries by the time of their creation and their current status. `pending`, `oldest_pending_at` and `failing_since` describe the present, for any period. Test events are not counted.
   *
   * `GET /v3/webhooks/{webhook_id}/statistics`.
   */
  getStatistics(webhookId: number, query?: Api.GetWebhookStatisticsQuery, options?: RequestOptions): Promise<Api.WebhookStatistics> {
    return this.send({ method: 'GET', path: at`/v3/webhooks/${webhookId}/statistics`, query }, options);
  }

  /**
   * Send a test event.
   *
   * One event with sample data (ids are 0), `"test": true` and a valid signature, also to a paused webhook. Waits for the response; is not retried, stored or counted. To a listener it is stored as a delivery, which is retried as others are; if no client answers it within the time of an attempt, `error` is `waiting`. 200 also if the receiver fails. `conflict` while four test events of the account are running.
   *
   * `POST /v3/webhooks/{webhook_id}/test`. Errors: `conflict`.
   */
  test(webhookId: number, body: Api.TestBody, options?: RequestOptions): Promise<Api.TestResult> {
    return this.send({ method: 'POST', path: at`/v3/webhooks/${webhookId}/test`, body }, options);
  }

  /**
   * Judge the newest reviews by the settings of a webhook.
   *
   * Judges the newest 100 reviews of the account as an event about them would; with `replies.new` alone, the newest 100 with a reply. `week` counts the reviews that were collected for the first time in the last seven days, by rating. `scrape.run.finished` has no reviews: with it alone, none is judged. `sample_body` shows what a delivery looks like in `format`. Stores and sends nothing. An object of another account causes 404.
   *
   * `POST /v3/webhooks/preview`.
   */
  preview(body: Api.PreviewBody, options?: RequestOptions): Promise<Api.WebhookPreview> {
    return this.send({ method: 'POST', path: '/v3/webhooks/preview', body }, options);
  }

  /**
   * Replace the signing secret.
   *
   * For 24 hours, a replaced secret signs every delivery in addition to the new one; signatures are ordered newest first. `conflict` after 19 rotations within 24 hours.
   *
   * `POST /v3/webhooks/rotate-secret`. Errors: `proof_required`, `conflict`.
   */
  rotateSecret(options?: RequestOptions): Promise<Api.SigningSecret> {
    return this.send({ method: 'POST', path: '/v3/webhooks/rotate-secret' }, options);
  }

  /**
   * Read the signing secret.
   *
   * One per account; it signs the deliveries of all webhooks. Needs a `full` key.
   *
   * `GET /v3/webhooks/secret`. Errors: `proof_required`.
   */
  getSecret(options?: RequestOptions): Promise<Api.SigningSecret> {
    return this.send({ method: 'GET', path: '/v3/webhooks/secret' }, options);
  }
}

export class Sources {
  constructor(private readonly send: Send) {}

  /**
   * List the platforms.
   *
   * The same for every account. Ids and machine names select platforms elsewhere.
   *
   * `GET /v3/sources`.
   */
  list(options?: RequestOptions): Promise<List<Api.Source>> {
    return this.send({ method: 'GET', path: '/v3/sources' }, options);
  }
}

export class Account {
  constructor(private readonly send: Send) {}

  /**
   * Plan, status, limits and usage of the account.
   *
   * Also available to a suspended account.
   *
   * `GET /v3/account`.
   */
  get(options?: RequestOptions): Promise<Api.AccountShown> {
    return this.send({ method: 'GET', path: '/v3/account' }, options);
  }
}

export class Support {
  constructor(private readonly send: Send) {}

  /**
   * Send a message to the operator.
   *
   * Works with any key, including `read_only`, and while the account is suspended. At most 20 messages per account per hour; another message gets 429 `rate_limited` with `Retry-After`.
   *
   * `POST /v3/support/message`.
   */
  sendMessage(body: Api.SupportMessageBody, options?: RequestOptions): Promise<Api.SupportReceipt> {
    return this.send({ method: 'POST', path: '/v3/support/message', body }, options);
  }
}

export class Admin {
  constructor(private readonly send: Send) {}

  /**
   * All accounts, oldest first.
   *
   * Accounts of the whole installation with their plan and status; `search`, `plan` and `status` narrow the list.
   *
   * `GET /v3/admin/accounts`.
   */
  listAccounts(query?: Api.ListAdminAccountsQuery, options?: RequestOptions): Promise<Page<Api.AdminAccount>> {
    return this.send({ method: 'GET', path: '/v3/admin/accounts', query }, options);
  }

  /** The items of all pages of `listAccounts`, from `query.offset` on; `query.limit` is the size of a page. */
  listAllAccounts(query?: Api.ListAdminAccountsQuery, options?: RequestOptions): AsyncGenerator<Api.AdminAccount, void, undefined> {
    return itemsOf((offset) => this.listAccounts({ ...query, offset }, options), query?.offset);
  }

  /**
   * Create an account with a full and a read_only key.
   *
   * The keys are shown only once, in this response.
   *
   * `POST /v3/admin/accounts`. Errors: `proof_required`.
   */
  createAccount(body: Api.NewAccountBody, options?: RequestOptions): Promise<Api.CreatedAccount> {
    return this.send({ method: 'POST', path: '/v3/admin/accounts', body }, options);
  }

  /**
   * Read one account.
   *
   * Its plan, its status, and the address for notices.
   *
   * `GET /v3/admin/accounts/{account_id}`.
   */
  getAccount(accountId: number, options?: RequestOptions): Promise<Api.AdminAccount> {
    return this.send({ method: 'GET', path: at`/v3/admin/accounts/${accountId}` }, options);
  }

  /**
   * Change an account: plan, end of the trial, suspend, resume, name, e-mail.
   *
   * Absent fields stay as they are. All or nothing. An account cannot suspend itself: 409 `conflict`.
   *
   * `PATCH /v3/admin/accounts/{account_id}`. Errors: `proof_required`, `conflict`.
   */
  updateAccount(accountId: number, body: Api.AccountChangeBody, options?: RequestOptions): Promise<Api.AdminAccount> {
    return this.send({ method: 'PATCH', path: at`/v3/admin/accounts/${accountId}`, body }, options);
  }

  /**
   * Invite a person to an account.
   *
   * For an account in any state, also without owners. A member who accepts it gets the role if it permits more. `conflict` for a role other than `viewer` in the demo account.
   *
   * `POST /v3/admin/accounts/{account_id}/invitations`. Errors: `proof_required`, `conflict`.
   */
  inviteToAccount(accountId: number, body: Api.AccountInvitationBody, options?: RequestOptions): Promise<Api.AccountInvitationShown> {
    return this.send({ method: 'POST', path: at`/v3/admin/accounts/${accountId}/invitations`, body }, options);
  }

  /**
   * Keys of an account, oldest first.
   *
   * Includes revoked and expired keys. The response does not contain the keys themselves, which are not stored.
   *
   * `GET /v3/admin/accounts/{account_id}/keys`.
   */
  listKeys(accountId: number, query?: Api.ListAdminKeysQuery, options?: RequestOptions): Promise<Page<Api.AccountKey>> {
    return this.send({ method: 'GET', path: at`/v3/admin/accounts/${accountId}/keys`, query }, options);
  }

  /** The items of all pages of `listKeys`, from `query.offset` on; `query.limit` is the size of a page. */
  listAllKeys(accountId: number, query?: Api.ListAdminKeysQuery, options?: RequestOptions): AsyncGenerator<Api.AccountKey, void, undefined> {
    return itemsOf((offset) => this.listKeys(accountId, { ...query, offset }, options), query?.offset);
  }

  /**
   * Issue a key of scope read_only, propose or full.
   *
   * The key is shown only once, in this response. `conflict` if the account has 50 live keys.
   *
   * `POST /v3/admin/accounts/{account_id}/keys`. Errors: `proof_required`, `conflict`.
   */
  createKey(accountId: number, body: Api.NewKeyBody, options?: RequestOptions): Promise<Api.IssuedAccountKey> {
    return this.send({ method: 'POST', path: at`/v3/admin/accounts/${accountId}/keys`, body }, options);
  }

  /**
   * Revoke a key.
   *
   * Takes effect at once in every process. 404 for a key of another account or a revoked key. A key cannot revoke itself: 409 `conflict`.
   *
   * `DELETE /v3/admin/accounts/{account_id}/keys/{key_id}`. Errors: `proof_required`, `conflict`.
   */
  deleteKey(accountId: number, keyId: number, options?: RequestOptions): Promise<void> {
    return this.send({ method: 'DELETE', path: at`/v3/admin/accounts/${accountId}/keys/${keyId}` }, options);
  }

  /**
   * End the sessions of all persons of an account.
   *
   * The sessions of the person who sends the request are not ended.
   *
   * `DELETE /v3/admin/accounts/{account_id}/sessions`. Errors: `proof_required`.
   */
  endAccountSessions(accountId: number, options?: RequestOptions): Promise<Api.EndedSessionsShown> {
    return this.send({ method: 'DELETE', path: at`/v3/admin/accounts/${accountId}/sessions` }, options);
  }

  /**
   * The audit trail, newest first.
   *
   * Every action that `action` lists, by keys, persons, the command line and the service. Entries contain no secrets and are kept for `HREV_AUDIT_KEEP`.
   *
   * `GET /v3/admin/audit`. Errors: `invalid_cursor`.
   */
  listAuditEntries(query?: Api.ListAuditEntriesQuery, options?: RequestOptions): Promise<Api.AuditPage> {
    return this.send({ method: 'GET', path: '/v3/admin/audit', query }, options);
  }

  /**
   * Facts for the report of a problem.
   *
   * Checks, processes, queues and sources, without secrets and without reviews.
   *
   * `GET /v3/admin/bundle`. Errors: `proof_required`.
   */
  getSupportBundle(options?: RequestOptions): Promise<Api.BundleShown> {
    return this.send({ method: 'GET', path: '/v3/admin/bundle' }, options);
  }

  /**
   * The checks of the installation, with remedies.
   *
   * As `hrev doctor`, in the process that answers. Takes a few seconds, because it starts the browser.
   *
   * `GET /v3/admin/checks`.
   */
  listChecks(options?: RequestOptions): Promise<List<Api.CheckShown>> {
    return this.send({ method: 'GET', path: '/v3/admin/checks' }, options);
  }

  /**
   * Work that failed for good, latest first.
   *
   * Of the last seven days: links whose collection failed, and deliveries, replies and mail that were given up.
   *
   * `GET /v3/admin/jobs`.
   */
  listFailedJobs(query?: Api.ListFailedJobsQuery, options?: RequestOptions): Promise<Page<Api.FailedJobShown>> {
    return this.send({ method: 'GET', path: '/v3/admin/jobs', query }, options);
  }

  /** The items of all pages of `listFailedJobs`, from `query.offset` on; `query.limit` is the size of a page. */
  listAllFailedJobs(query?: Api.ListFailedJobsQuery, options?: RequestOptions): AsyncGenerator<Api.FailedJobShown, void, undefined> {
    return itemsOf((offset) => this.listFailedJobs({ ...query, offset }, options), query?.offset);
  }

  /**
   * Retry work that failed.
   *
   * Makes the work due at once, with the checks of a new request and their errors. 404 if the work did not fail or has succeeded since.
   *
   * `POST /v3/admin/jobs/{job_id}/retry`. Errors: `reply_requires_upgrade`, `reply_trial_quota_exhausted`, `proof_required`, `reply_access_revoked`, `reply_card_not_yours`, `reply_not_found`, `conflict`, `reply_delete_not_supported`, `reply_edit_not_supported`, `reply_in_progress`, `reply_not_replyable`, `reply_not_supported`, `reply_owned_by_other_account`.
   */
  retryJob(jobId: string, options?: RequestOptions): Promise<void> {
    return this.send({ method: 'POST', path: at`/v3/admin/jobs/${jobId}/retry` }, options);
  }

  /**
   * Whether an object is confirmed as its account's own.
   *
   * Without it, and without a connection, replies are refused with `reply_card_not_yours`.
   *
   * `GET /v3/admin/objects/{object_id}/confirmation`.
   */
  getObjectConfirmation(objectId: number, options?: RequestOptions): Promise<Api.ConfirmationShown> {
    return this.send({ method: 'GET', path: at`/v3/admin/objects/${objectId}/confirmation` }, options);
  }

  /**
   * Confirm an object as its account's own.
   *
   * Its replies are then no longer refused with `reply_card_not_yours`; without a connection to the platform they are `reply_access_revoked`. A tested connection confirms its card without this request. A repeated confirmation changes nothing.
   *
   * `PUT /v3/admin/objects/{object_id}/confirmation`. Errors: `proof_required`.
   */
  confirmObject(objectId: number, options?: RequestOptions): Promise<Api.ConfirmationShown> {
    return this.send({ method: 'PUT', path: at`/v3/admin/objects/${objectId}/confirmation` }, options);
  }

  /**
   * Withdraw a confirmation.
   *
   * Connections are kept. Withdrawing a confirmation that does not exist is no error.
   *
   * `DELETE /v3/admin/objects/{object_id}/confirmation`. Errors: `proof_required`.
   */
  withdrawObjectConfirmation(objectId: number, options?: RequestOptions): Promise<Api.ConfirmationShown> {
    return this.send({ method: 'DELETE', path: at`/v3/admin/objects/${objectId}/confirmation` }, options);
  }

  /**
   * Read the first page of an address without storing it.
   *
   * As `hrev sources probe`, within 60 seconds and outside the shared pace of requests. A visit that fails is a result with `error`. One probe of an operator at a time: `conflict`.
   *
   * `POST /v3/admin/probe`. Errors: `proof_required`, `conflict`.
   */
  probeAddress(body: Api.ProbeBody, options?: RequestOptions): Promise<Api.ProbeShown> {
    return this.send({ method: 'POST', path: '/v3/admin/probe', body }, options);
  }

  /**
   * Waiting, running and failed work by kind.
   *
   * Over all accounts and processes.
   *
   * `GET /v3/admin/queues`.
   */
  listQueues(options?: RequestOptions): Promise<List<Api.QueueShown>> {
    return this.send({ method: 'GET', path: '/v3/admin/queues' }, options);
  }

  /**
   * What each source lets us read.
   *
   * Over all accounts and the last 24 hours. At most five seconds old.
   *
   * `GET /v3/admin/sources`.
   */
  listSources(options?: RequestOptions): Promise<Api.AdminSourceList> {
    return this.send({ method: 'GET', path: '/v3/admin/sources' }, options);
  }

  /**
   * One source with its events.
   *
   * As in the list, with its roads, the last 50 events and the last trial of a link.
   *
   * `GET /v3/admin/sources/{slug}`.
   */
  getSource(slug: string, options?: RequestOptions): Promise<Api.AdminSourceWhole> {
    return this.send({ method: 'GET', path: at`/v3/admin/sources/${slug}` }, options);
  }

  /**
   * The OAuth client of a platform.
   *
   * Without its secret. 404 for a platform without a sign-in.
   *
   * `GET /v3/admin/sources/{slug}/oauth-client`.
   */
  getOAuthClient(slug: string, options?: RequestOptions): Promise<Api.OAuthClientShown> {
    return this.send({ method: 'GET', path: at`/v3/admin/sources/${slug}/oauth-client` }, options);
  }

  /**
   * Register the OAuth client of a platform.
   *
   * Replaces the client that was registered before. With the same id and a new secret, existing connections keep working; tokens belong to the id, so with another id their owners connect again. In the console it needs a fresh proof.
   *
   * `PUT /v3/admin/sources/{slug}/oauth-client`. Errors: `proof_required`.
   */
  setOAuthClient(slug: string, body: Api.OAuthClientBody, options?: RequestOptions): Promise<Api.OAuthClientShown> {
    return this.send({ method: 'PUT', path: at`/v3/admin/sources/${slug}/oauth-client`, body }, options);
  }

  /**
   * Test the OAuth client of a platform.
   *
   * Asks the platform whether it knows the client, and whether it has opened its interface for the project. The second part sends one read request with the newest consent of this client.
   *
   * `POST /v3/admin/sources/{slug}/oauth-client/test`. Errors: `proof_required`.
   */
  testOAuthClient(slug: string, options?: RequestOptions): Promise<Api.OAuthClientTestShown> {
    return this.send({ method: 'POST', path: at`/v3/admin/sources/${slug}/oauth-client/test` }, options);
  }

  /**
   * Pause a source.
   *
   * No link of the source is collected for any account, until it is resumed. Links keep their due times. Visits that have begun end before their next request. A repeated pause replaces the reason. It is the switch of its collection.
   *
   * `POST /v3/admin/sources/{slug}/pause`. Errors: `proof_required`.
   */
  pauseSource(slug: string, body: Api.SourceReasonBody, options?: RequestOptions): Promise<Api.AdminSourceWhole> {
    return this.send({ method: 'POST', path: at`/v3/admin/sources/${slug}/pause`, body }, options);
  }

  /**
   * Resume a source.
   *
   * Links that were due are spread over the next hour. `conflict` if the source is not paused.
   *
   * `POST /v3/admin/sources/{slug}/resume`. Errors: `proof_required`, `conflict`.
   */
  resumeSource(slug: string, body: Api.SourceReasonBody, options?: RequestOptions): Promise<Api.AdminSourceWhole> {
    return this.send({ method: 'POST', path: at`/v3/admin/sources/${slug}/resume`, body }, options);
  }

  /**
   * Visit one link of a source now.
   *
   * Also while the source is paused or rests. The result is in `trial` of the source. `conflict` if the source has no such link that is on.
   *
   * `POST /v3/admin/sources/{slug}/try`. Errors: `proof_required`, `conflict`.
   */
  trySource(slug: string, body: Api.SourceTrialBody, options?: RequestOptions): Promise<Api.SourceTrialStarted> {
    return this.send({ method: 'POST', path: at`/v3/admin/sources/${slug}/try`, body }, options);
  }

  /**
   * Counts over all accounts.
   *
   * Accounts, objects, links, reviews, runs and deliveries at the time of the request.
   *
   * `GET /v3/admin/statistics`.
   */
  getStatistics(options?: RequestOptions): Promise<Api.StatisticsShown> {
    return this.send({ method: 'GET', path: '/v3/admin/statistics' }, options);
  }

  /**
   * Support messages of all accounts, latest first.
   *
   * Each with the account and the key that it was sent with.
   *
   * `GET /v3/admin/support-messages`.
   */
  listSupportMessages(query?: Api.ListAdminSupportMessagesQuery, options?: RequestOptions): Promise<Page<Api.SupportMessageShown>> {
    return this.send({ method: 'GET', path: '/v3/admin/support-messages', query }, options);
  }

  /** The items of all pages of `listSupportMessages`, from `query.offset` on; `query.limit` is the size of a page. */
  listAllSupportMessages(query?: Api.ListAdminSupportMessagesQuery, options?: RequestOptions): AsyncGenerator<Api.SupportMessageShown, void, undefined> {
    return itemsOf((offset) => this.listSupportMessages({ ...query, offset }, options), query?.offset);
  }

  /**
   * Mark a support message as done or as open.
   *
   * A repeated mark changes nothing; `done_at` keeps the time of the first.
   *
   * `PATCH /v3/admin/support-messages/{message_id}`.
   */
  markSupportMessage(messageId: number, body: Api.SupportMessageMarkBody, options?: RequestOptions): Promise<Api.SupportMessageShown> {
    return this.send({ method: 'PATCH', path: at`/v3/admin/support-messages/${messageId}`, body }, options);
  }

  /**
   * The switches of replies, webhooks and collection.
   *
   * Those of all platforms together, and those of single platforms that are off.
   *
   * `GET /v3/admin/switches`.
   */
  listSwitches(options?: RequestOptions): Promise<List<Api.SwitchShown>> {
    return this.send({ method: 'GET', path: '/v3/admin/switches' }, options);
  }

  /**
   * Switch off replies, webhooks or collection.
   *
   * For all accounts, of all platforms or of one. Nothing begins after the response, in any process; what is in flight ends. Nothing is dropped: replies and deliveries wait, and links keep their due times. Repeated, it replaces the reason. The collection of a platform is its pause. Returns all switches, as the list does.
   *
   * `POST /v3/admin/switches/{switch}/off`. Errors: `proof_required`.
   */
  switchOff(switchName: string, body: Api.SwitchBody, options?: RequestOptions): Promise<List<Api.SwitchShown>> {
    return this.send({ method: 'POST', path: at`/v3/admin/switches/${switchName}/off`, body }, options);
  }

  /**
   * Switch on replies, webhooks or collection.
   *
   * What waited is taken up at the normal pace and in its order. `conflict` if the switch is on: a switch of a single platform is another one than that of all together. Returns all switches, as the list does.
   *
   * `POST /v3/admin/switches/{switch}/on`. Errors: `proof_required`, `conflict`.
   */
  switchOn(switchName: string, body: Api.SwitchBody, options?: RequestOptions): Promise<List<Api.SwitchShown>> {
    return this.send({ method: 'POST', path: at`/v3/admin/switches/${switchName}/on`, body }, options);
  }

  /**
   * Send a test mail to the operators.
   *
   * `conflict` if no mail server is set, or no operator has an address.
   *
   * `POST /v3/admin/test-mail`. Errors: `proof_required`, `conflict`.
   */
  sendTestMail(options?: RequestOptions): Promise<Api.TestMailShown> {
    return this.send({ method: 'POST', path: '/v3/admin/test-mail' }, options);
  }

  /**
   * The processes of the service.
   *
   * API processes and workers, oldest first. A process that was last seen a day ago is not listed.
   *
   * `GET /v3/admin/workers`.
   */
  listWorkers(options?: RequestOptions): Promise<List<Api.ProcessShown>> {
    return this.send({ method: 'GET', path: '/v3/admin/workers' }, options);
  }
}

export class Health {
  constructor(private readonly send: Send) {}

  /**
   * Whether the API can be reached.
   *
   * Checks neither a key nor the database.
   *
   * `GET /health`.
   */
  get(options?: RequestOptions): Promise<Api.HealthShown> {
    return this.send({ method: 'GET', path: '/health' }, options);
  }

  /**
   * Whether reads work.
   *
   * For external monitoring; 503 if reads fail.
   *
   * `GET /health/read`.
   */
  getRead(options?: RequestOptions): Promise<Api.ReadHealthShown> {
    return this.send({ method: 'GET', path: '/health/read' }, options);
  }
}

/** The resources of the API. */
export class Resources {
  readonly objects: Objects;
  readonly links: Links;
  readonly imports: Imports;
  readonly runs: Runs;
  readonly reviews: Reviews;
  readonly exports: Exports;
  readonly replies: Replies;
  readonly replyProposals: ReplyProposals;
  readonly curation: Curation;
  readonly embeds: Embeds;
  readonly folders: Folders;
  readonly analytics: Analytics;
  readonly webhooks: Webhooks;
  readonly sources: Sources;
  readonly account: Account;
  readonly support: Support;
  readonly admin: Admin;
  readonly health: Health;

  constructor(send: Send) {
    this.objects = new Objects(send);
    this.links = new Links(send);
    this.imports = new Imports(send);
    this.runs = new Runs(send);
    this.reviews = new Reviews(send);
    this.exports = new Exports(send);
    this.replies = new Replies(send);
    this.replyProposals = new ReplyProposals(send);
    this.curation = new Curation(send);
    this.embeds = new Embeds(send);
    this.folders = new Folders(send);
    this.analytics = new Analytics(send);
    this.webhooks = new Webhooks(send);
    this.sources = new Sources(send);
    this.account = new Account(send);
    this.support = new Support(send);
    this.admin = new Admin(send);
    this.health = new Health(send);
  }
}
