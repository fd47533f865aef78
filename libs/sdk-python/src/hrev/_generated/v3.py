# Written by `npm run sdk` from the OpenAPI documents.
"""Bodies of requests, responses and webhooks."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict

__all__ = [
    "AcceptedReply",
    "AccountChangeBody",
    "AccountCounts",
    "AccountInvitationBody",
    "AccountInvitationShown",
    "AccountKey",
    "AccountKeyPage",
    "AccountLimits",
    "AccountShown",
    "AccountUsageShown",
    "AddedToObject",
    "AdminAccount",
    "AdminAccountPage",
    "AdminSource",
    "AdminSourceList",
    "AdminSourceWhole",
    "AnalyticsByLanguage",
    "AnalyticsReplyTimes",
    "AnalyticsSummary",
    "AnalyticsTimeseries",
    "ApprovalBody",
    "AuditActor",
    "AuditEntryShown",
    "AuditPage",
    "AuditedThing",
    "BundleShown",
    "ChangeEmbedBody",
    "ChangeFolderBody",
    "ChangeLinkBody",
    "ChangeWebhookBody",
    "CheckShown",
    "CheckShownList",
    "ClaimBody",
    "ClaimResult",
    "ClaimResultsBody",
    "ClaimedWebhookDelivery",
    "ClaimedWebhookDeliveryList",
    "CollectAccepted",
    "CollectionRun",
    "CollectionRunDetail",
    "CollectionRunLink",
    "CollectionRunOfObject",
    "CollectionRunOfObjectPage",
    "CollectionRunPage",
    "CollectionTimes",
    "ComparedFigures",
    "ConfirmationShown",
    "CreateEmbedBody",
    "CreateFolderBody",
    "CreateObjectBody",
    "CreateResult",
    "CreateWebhookBody",
    "CreatedAccount",
    "DeliveryCounts",
    "DetectLinksBody",
    "DetectedLink",
    "DetectedLinkList",
    "DismissalBody",
    "Embed",
    "EmbedList",
    "EmbedOptions",
    "EmbedOptionsBody",
    "EndedSessionsShown",
    "EventSummary",
    "Export",
    "ExportList",
    "FailedJobShown",
    "FailedJobShownPage",
    "FiguresOfObject",
    "FiguresOfObjectPage",
    "Folder",
    "FolderList",
    "FrozenReasonShown",
    "HealthShown",
    "HiddenCount",
    "HiddenReview",
    "HiddenReviewList",
    "HideBody",
    "ImportBody",
    "ImportedLine",
    "ImportedLineList",
    "ImportedReviewLine",
    "ImportedReviews",
    "IssuedAccountKey",
    "LanguageSummary",
    "Link",
    "LinkAddress",
    "LinkCounts",
    "LinkList",
    "LinkProgress",
    "LinkRating",
    "LinkRatings",
    "LinkResult",
    "ListedReplyDetails",
    "ListedReplyDetailsPage",
    "MailCounts",
    "NewAccountBody",
    "NewAccountKeys",
    "NewKeyBody",
    "NewProposalBody",
    "OAuthClientBody",
    "OAuthClientShown",
    "OAuthClientTestShown",
    "ObjectCounts",
    "ObjectInEvent",
    "ObjectInFolder",
    "ObjectListItem",
    "ObjectListItemPage",
    "PinBody",
    "PinOrderBody",
    "PinnedCount",
    "PinnedReview",
    "PinnedReviewList",
    "PreviewBody",
    "ProbeBody",
    "ProbeShown",
    "ProbedReviewShown",
    "ProcessShown",
    "ProcessShownList",
    "ProcessWorkShown",
    "PutReplyBody",
    "QueueShown",
    "QueueShownList",
    "RatingCounts",
    "ReadHealthShown",
    "RecoveryBody",
    "RenameObjectBody",
    "ReplyDetails",
    "ReplyFigures",
    "ReplyProposal",
    "ReplyProposalPage",
    "ReplyTimes",
    "ReplyTimesOfObject",
    "ReplyTimesOfObjectPage",
    "ReplyTimesOfSource",
    "Review",
    "ReviewChange",
    "ReviewChanges",
    "ReviewImage",
    "ReviewImport",
    "ReviewImportBody",
    "ReviewImportPage",
    "ReviewInEvent",
    "ReviewPage",
    "ReviewProvenance",
    "ReviewVideo",
    "ReviewsEvent",
    "RoadAgesShown",
    "RunCounts",
    "RunFinishedEvent",
    "SigningSecret",
    "SimilarToLine",
    "SingleObject",
    "Source",
    "SourceConnecting",
    "SourceConnectionField",
    "SourceConnectionSet",
    "SourceEventShown",
    "SourceFieldShown",
    "SourceHourShown",
    "SourceList",
    "SourceReasonBody",
    "SourceRoad",
    "SourceSummary",
    "SourceTrialBody",
    "SourceTrialShown",
    "SourceTrialStarted",
    "SourceTroubleShown",
    "SourceUnreadShown",
    "SourcesTotalsShown",
    "StatisticsShown",
    "StoredClaimResult",
    "StoredClaimResultList",
    "Subfolder",
    "SummaryFigures",
    "SummaryMeta",
    "SupportMessageBody",
    "SupportMessageMarkBody",
    "SupportMessageShown",
    "SupportMessageShownPage",
    "SupportReceipt",
    "SwitchBody",
    "SwitchObjectsBody",
    "SwitchShown",
    "SwitchShownList",
    "SwitchedObject",
    "SwitchedObjectList",
    "SwitchedOffShown",
    "TestBody",
    "TestMailShown",
    "TestResult",
    "TimeseriesMeta",
    "TimeseriesOfSource",
    "TimeseriesPoint",
    "TrialAccessFigures",
    "UnhideBody",
    "UnpinBody",
    "Webhook",
    "WebhookDelivery",
    "WebhookDeliveryAttempt",
    "WebhookDeliveryDetail",
    "WebhookDeliveryPage",
    "WebhookFilters",
    "WebhookFiltersBody",
    "WebhookList",
    "WebhookPreview",
    "WebhookPreviewRating",
    "WebhookPreviewWeek",
    "WebhookRecovery",
    "WebhookRecoveryPage",
    "WebhookStatistics",
    "WebhookStatisticsBucket",
]


class AcceptedReply(TypedDict):
    """A reply that was accepted; it is published later."""

    text: str
    """The text to publish or to remove."""
    status: Literal["pending"]
    """The state at acceptance."""


class AccountChangeBody(TypedDict, total=False):
    """Changes of an account. Absent fields stay as they are."""

    name: str
    """New name; one line, without control characters."""
    email: Optional[str]
    """Address for notices; null: none."""
    plan: Literal["trial", "basic", "full"]
    """Another plan. A change to `trial` begins a new trial; every other plan has no end."""
    trial_ends_at: str
    """End of the trial, which may be in the past; only on the plan `trial`, otherwise 409."""
    status: Literal["active", "suspended"]
    """`suspended`: every request with a key of the account gets 402. `active` lifts the suspension, but does not renew an expired trial."""
    suspended_reason: Optional[str]
    """Reason of the suspension, shown to the client; 409 if the account is not suspended."""


class AccountCounts(TypedDict):
    """Accounts of the installation."""

    active: int
    """Accounts whose keys are accepted."""
    suspended: int
    """Accounts that are suspended, or whose trial is over."""


class _AccountInvitationBody(TypedDict):
    """What every `AccountInvitationBody` has."""

    email: str
    """Email address of the person. The person who joins has this address."""


class AccountInvitationBody(_AccountInvitationBody, total=False):
    """A person to invite."""

    role: Literal["viewer", "member", "owner"]
    """Role in the account; `owner` if it is absent."""


class AccountInvitationShown(TypedDict):
    """An invitation."""

    link: str
    """The link, valid for seven days and used once; shown only here. Without `HREV_PUBLIC_URL` it is a path."""


class AccountKey(TypedDict):
    """A key of an account, without its secret."""

    id: int
    """Id of the key."""
    name: Optional[str]
    """Name of the key."""
    scope: Literal["read_only", "propose", "full", "master"]
    """Scope of the key."""
    prefix: str
    """First characters of the key."""
    status: Literal["active", "expired", "revoked"]
    """Only an `active` key is accepted."""
    created_at: str
    """When the key was issued."""
    expires_at: Optional[str]
    """When the key expires or expired; null: never."""
    revoked_at: Optional[str]
    """When the key was revoked; null: it is not revoked."""
    last_used_at: Optional[str]
    """When the key was last used, to the minute; null: never."""


class AccountKeyPage(TypedDict):
    """One page of a list. `total` is the number of all items; `limit` and `offset` are as applied."""

    data: List[AccountKey]
    total: int
    limit: int
    offset: int
    has_next: bool


class AccountLimits(TypedDict):
    """Limits of the plan; null for no limit."""

    object_ceiling: int
    """Largest number of active objects."""
    objects_created_per_30_days: int
    """Objects that may be created in 30 days."""
    allowed_sources: Optional[List[str]]
    """Slugs of the platforms in the plan; null is all."""
    can_publish_replies: bool
    """Whether replies may be published."""
    visible_reviews_per_link: Optional[int]
    """Latest reviews that are visible per link; null is all."""
    trial_replies_per_source: Optional[int]
    """Replies that may be published per platform; null is no limit."""
    requests_per_minute: int
    """Requests per minute and key."""


class AccountShown(TypedDict):
    """The account that the key belongs to."""

    id: int
    """Id of the account."""
    name: str
    """Name of the account."""
    email: Optional[str]
    """Address that notices are mailed to; null if there is none, and for the scopes `read_only` and `propose`."""
    plan: Literal["trial", "basic", "full"]
    """The plan."""
    status: Literal["active", "suspended"]
    """`suspended`: every other request with a key gets 402."""
    suspended_reason: Optional[str]
    """Why the operator suspended the account; null: no reason."""
    closed_at: Optional[str]
    """When an owner closed the account; its data is erased 30 days later. Null: it is not closed."""
    trial_ends_at: Optional[str]
    """When the trial ends or ended; null if there is none."""
    scope: Literal["read_only", "propose", "full", "master"]
    """Scope of the key of this request."""
    limits: AccountLimits
    """Limits of the plan."""
    usage: AccountUsageShown
    """Usage of the plan."""
    collection: CollectionTimes
    """The times of collection."""
    switched_off: List[SwitchedOffShown]
    """What the operator has switched off for all accounts; empty if everything is on."""


class AccountUsageShown(TypedDict):
    """Usage of the plan by the account."""

    active_objects: int
    """Active objects now."""
    objects_created_in_30_days: int
    """Objects created in the last 30 days, including deleted ones."""


class AddedToObject(TypedDict):
    """The object and the result for the address."""

    object_id: int
    """The object."""
    link_results: List[LinkResult]
    """The outcome for the address."""


class AdminAccount(TypedDict):
    """An account, for the administration."""

    id: int
    """Id of the account."""
    name: str
    """Name of the account."""
    email: Optional[str]
    """Address for notices."""
    plan: Literal["trial", "basic", "full"]
    """The plan."""
    status: Literal["active", "suspended"]
    """`suspended`: requests with a key of the account get 402."""
    suspended_by: Optional[Literal["operator", "owner", "trial_end"]]
    """Cause of the suspension: the operator, or the end of the trial."""
    suspended_reason: Optional[str]
    """Reason given by the operator."""
    closed_at: Optional[str]
    """When an owner closed the account; its data is erased 30 days later, unless it is resumed. Null: not closed."""
    trial_ends_at: Optional[str]
    """When the trial ends or ended; null if there is none."""
    created_at: str
    """When the account was created."""


class AdminAccountPage(TypedDict):
    """One page of a list. `total` is the number of all items; `limit` and `offset` are as applied."""

    data: List[AdminAccount]
    total: int
    limit: int
    offset: int
    has_next: bool


class AdminSource(TypedDict):
    """What a source lets us read, over all accounts."""

    id: int
    """Id of the source."""
    slug: str
    """Short name of the source."""
    display_name: str
    """Name of the source."""
    how: Literal["api", "http", "browser", "both", "declared", "removed"]
    """How the source is read. `both`: with a browser where HTTP alone is refused."""
    has_oauth_client: bool
    """Whether owners sign in at the platform, with the operator's OAuth client."""
    state: Literal["paused", "resting", "failing", "drift", "reading", "idle"]
    """`paused` by the operator; `resting` after refusals; `failing`: most visits of three hours failed, for several accounts if several have links, and not because of their links; `drift`: an alarm about a field is open; `idle`: no visit in 24 hours."""
    paused_at: Optional[str]
    """Since when the source is paused."""
    pause_reason: Optional[str]
    """Why the source is paused."""
    rests_until: Optional[str]
    """No visit is made before this time."""
    success_24h: Optional[float]
    """Share of the visits of 24 hours that succeeded, without those that failed because of their link; null without visits."""
    visits_24h: int
    """Visits of 24 hours."""
    hours: List[SourceHourShown]
    """The last 24 hours, oldest first."""
    troubles: List[SourceTroubleShown]
    """Failed visits of 24 hours, most frequent first."""
    requests_used: int
    """Requests of the current day (UTC)."""
    ceiling: Optional[int]
    """Most requests per day; null if this version cannot read the source."""
    links: int
    """Links that are on."""
    frozen: int
    """Links that are frozen after lasting failures."""
    last_good_at: Optional[str]
    """When a visit last succeeded, within 30 days."""
    ages: List[RoadAgesShown]
    """How long ago its links were read, by road; links of which no collection has begun come last."""
    drift: List[SourceFieldShown]
    """The fields of its reviews. `review` is the review itself: of the reviews that the pages show, those that were read."""
    unread_24h: List[SourceUnreadShown]
    """What its pages showed in the last 24 hours and could not be read, the most frequent part first."""


class AdminSourceList(TypedDict):
    """All sources."""

    data: List[AdminSource]
    """The sources, by id."""
    totals: SourcesTotalsShown
    """Figures over all sources."""


class AdminSourceWhole(TypedDict):
    """A source with its roads and events."""

    id: int
    """Id of the source."""
    slug: str
    """Short name of the source."""
    display_name: str
    """Name of the source."""
    how: Literal["api", "http", "browser", "both", "declared", "removed"]
    """How the source is read. `both`: with a browser where HTTP alone is refused."""
    has_oauth_client: bool
    """Whether owners sign in at the platform, with the operator's OAuth client."""
    state: Literal["paused", "resting", "failing", "drift", "reading", "idle"]
    """`paused` by the operator; `resting` after refusals; `failing`: most visits of three hours failed, for several accounts if several have links, and not because of their links; `drift`: an alarm about a field is open; `idle`: no visit in 24 hours."""
    paused_at: Optional[str]
    """Since when the source is paused."""
    pause_reason: Optional[str]
    """Why the source is paused."""
    rests_until: Optional[str]
    """No visit is made before this time."""
    success_24h: Optional[float]
    """Share of the visits of 24 hours that succeeded, without those that failed because of their link; null without visits."""
    visits_24h: int
    """Visits of 24 hours."""
    hours: List[SourceHourShown]
    """The last 24 hours, oldest first."""
    troubles: List[SourceTroubleShown]
    """Failed visits of 24 hours, most frequent first."""
    requests_used: int
    """Requests of the current day (UTC)."""
    ceiling: Optional[int]
    """Most requests per day; null if this version cannot read the source."""
    links: int
    """Links that are on."""
    frozen: int
    """Links that are frozen after lasting failures."""
    last_good_at: Optional[str]
    """When a visit last succeeded, within 30 days."""
    ages: List[RoadAgesShown]
    """How long ago its links were read, by road; links of which no collection has begun come last."""
    drift: List[SourceFieldShown]
    """The fields of its reviews. `review` is the review itself: of the reviews that the pages show, those that were read."""
    unread_24h: List[SourceUnreadShown]
    """What its pages showed in the last 24 hours and could not be read, the most frequent part first."""
    roads: List[SourceRoad]
    """The ways to read reviews, the public one first; empty if this version cannot read the source."""
    events: List[SourceEventShown]
    """The last 50 events, latest first."""
    trial: Optional[SourceTrialShown]
    """The last trial of a link; null if there is none."""


class _AnalyticsByLanguage(TypedDict):
    """What every `AnalyticsByLanguage` has."""

    meta: SummaryMeta
    """Filters as applied."""
    data: List[LanguageSummary]
    """One item per language with reviews, the most frequent first, ties by language."""


class AnalyticsByLanguage(_AnalyticsByLanguage, total=False):
    """Figures of an object, a folder or the account, by the language of the reviews."""

    access: TrialAccessFigures
    """Present only on trial access."""


class _AnalyticsReplyTimes(TypedDict):
    """What every `AnalyticsReplyTimes` has."""

    meta: SummaryMeta
    """Filters as applied."""
    total: ReplyTimes
    """All platforms together."""
    by_source: List[ReplyTimesOfSource]
    """One item per platform, ordered by id, including platforms without reviews."""


class AnalyticsReplyTimes(_AnalyticsReplyTimes, total=False):
    """The reply times of an object, a folder or the account, in total and by platform."""

    access: TrialAccessFigures
    """Present only on trial access."""


class _AnalyticsSummary(TypedDict):
    """What every `AnalyticsSummary` has."""

    meta: SummaryMeta
    """Filters as applied."""
    summary: SummaryFigures
    """All platforms together."""
    by_source: List[SourceSummary]
    """One item per platform, ordered by id, including platforms without reviews."""


class AnalyticsSummary(_AnalyticsSummary, total=False):
    """Figures of an object, a folder or the account, in total and by platform."""

    access: TrialAccessFigures
    """Present only on trial access."""


class AnalyticsTimeseries(TypedDict):
    """Figures of an object, a folder or the account, by period."""

    meta: TimeseriesMeta
    """Filters as applied."""
    series: List[TimeseriesOfSource]
    """One series for each requested platform."""


class ApprovalBody(TypedDict, total=False):
    """An approval."""

    text: str
    """The text to publish; absent: the proposed one."""
    review_version: str
    """The version of the review that the approver has read, from `review_version` of the proposal; absent: the version of the time of the proposal. `review_changed` if the review has another one by now."""


class AuditActor(TypedDict):
    """Who made a change."""

    kind: Literal["key", "person", "cli", "service"]
    """`key`: over the API. `person`: in the console. `cli`: on the command line. `service`: by the service itself."""
    account_id: Optional[int]
    """The account of the key, or the account in which the person acted."""
    key_id: Optional[int]
    """Id of the key."""
    person_id: Optional[int]
    """Id of the person."""


class AuditEntryShown(TypedDict):
    """One change: its actor, time, client address and target, with the fields that differ."""

    id: int
    """Id of the entry."""
    at: str
    """When the change was made."""
    account_id: Optional[int]
    """The account of the target."""
    actor: AuditActor
    """Who made the change."""
    ip: Optional[str]
    """Address of the client."""
    action: Literal["account.created", "account.changed", "account.invited", "account.sessions_ended", "key.issued", "key.revoked", "webhook.created", "webhook.changed", "webhook.removed", "embed.created", "embed.changed", "embed.removed", "webhook_secret.created", "webhook_secret.rotated", "connection.added", "connection.replaced", "connection.changed", "connection.removed", "grant.added", "grant.revoked", "oauth_client.changed", "object.confirmed", "object.unconfirmed", "secrets.resealed", "database.restored", "member.added", "member.changed", "member.removed", "invitation.created", "invitation.revoked", "account.closed", "account.erased", "object.erased", "link.erased", "factor.added", "factor.removed", "recovery_codes.created", "recovery_code.used", "password.changed", "session.started", "session.signed_out", "sign_in.failed", "proof.failed", "session.ended", "sessions.ended", "person_link.created", "source.paused", "source.resumed", "source.tried", "switch.turned_off", "switch.turned_on", "job.retried", "proposal.created", "proposal.approved", "proposal.dismissed", "reply_policy.changed", "reply.sent", "reply.changed", "reply.withdrawn", "object.created", "object.changed", "object.removed", "link.added", "link.changed", "link.removed", "collection.requested", "folder.created", "folder.changed", "folder.removed", "reviews.hidden", "reviews.unhidden", "pins.changed", "delivery.redelivered", "recovery.started", "recovery.stopped", "export.requested", "export.removed", "reviews.imported", "import.removed", "template.created", "template.changed", "template.removed", "view.shared", "view.changed", "view.removed", "webhook.tested", "message.sent"]
    """The action."""
    target: AuditedThing
    """The target of the action."""
    before: Optional[Dict[str, Any]]
    """The target before the change: only the fields that differ. Contains no secrets."""
    after: Optional[Dict[str, Any]]
    """The target after the change: only the fields that differ. Contains no secrets."""


class AuditPage(TypedDict):
    """A page of the audit trail, newest first."""

    data: List[AuditEntryShown]
    """Entries, newest first."""
    next_cursor: Optional[str]
    """Cursor of the next page; null at the end."""
    has_next: bool
    """Whether there are older entries."""


class AuditedThing(TypedDict):
    """The target of a change."""

    type: Literal["account", "key", "webhook", "embed", "webhook_secret", "connection", "grant", "source", "object", "installation", "person", "invitation", "factor", "session", "job", "reply", "link", "folder", "delivery", "export", "import", "template", "view", "message", "proposal", "reply_policy"]
    """Kind of the target."""
    id: Optional[int]
    """Id of the target; null if an account has only one target of the kind."""


class BundleShown(TypedDict):
    """Facts for the report of a problem, without secrets and without reviews."""

    generated_at: str
    """When it was made."""
    version: str
    """Version of hrev."""
    node: str
    """Version of Node."""
    platform: str
    """System and processor."""
    settings: Dict[str, Any]
    """The settings; `set` in place of texts that may be secret."""
    checks: List[Dict[str, Any]]
    """The checks."""
    processes: List[Dict[str, Any]]
    """The processes."""
    queues: List[Dict[str, Any]]
    """The queues."""
    totals: Dict[str, Any]
    """Figures over all sources."""
    sources: List[Dict[str, Any]]
    """The sources."""
    events: Dict[str, Any]
    """Events by source."""


class ChangeEmbedBody(TypedDict):
    """The options to change."""

    options: EmbedOptionsBody
    """The options to change; the others stay."""


class ChangeFolderBody(TypedDict, total=False):
    """Changes of a folder: at least one field. Absent fields stay as they are."""

    name: str
    """New name; one line, without control characters."""
    parent_folder_id: Optional[int]
    """New parent folder; null: root."""
    object_ids: List[int]
    """Objects directly in the folder, all of them: a change replaces the whole composition. Repeated ids are no error."""
    add_object_ids: List[int]
    """Objects to add; the others stay. Not together with `object_ids`."""
    remove_object_ids: List[int]
    """Objects to remove; the others stay. Ids that are not in the folder have no effect. Not together with `object_ids`."""


class ChangeLinkBody(TypedDict, total=False):
    """Changes of a link: at least one field."""

    link_name: Optional[str]
    """Name that the client gives the link; null removes it; one line, without control characters."""
    is_active: bool
    """Whether reviews are collected. `true` also ends a pause by the service (`frozen_at`)."""
    is_public: bool
    """Whether the link may be shown to others."""


class ChangeWebhookBody(TypedDict, total=False):
    """Changes of a webhook. Absent fields stay as they are."""

    target: str
    """The URL that receives the deliveries: https, a public host, port 443 or from 1024 up, no user name. Checked here and at every connection."""
    object_ids: Optional[List[int]]
    """Objects of the account. Omitted, null or empty: all, including future ones. Folders are not supported."""
    bucket_window: Literal["immediate", "daily_0", "daily_1", "daily_2", "daily_3", "daily_4", "daily_5", "daily_6", "daily_7", "daily_8", "daily_9", "daily_10", "daily_11", "daily_12", "daily_13", "daily_14", "daily_15", "daily_16", "daily_17", "daily_18", "daily_19", "daily_20", "daily_21", "daily_22", "daily_23"]
    """`immediate` (default), or `daily_<HOUR>`: once a day at an hour of UTC."""
    filters: Optional[WebhookFiltersBody]
    """Reviews that it receives; the fields combine with AND. Omitted or null: every rated review. Does not apply to `scrape.run.finished`. Replaced as a whole."""
    is_active: bool
    """false pauses it, settings are kept; true resumes."""
    event_types: List[Literal["reviews.new", "replies.new", "scrape.run.finished", "reviews.updated", "reviews.deleted", "reviews.restored"]]
    """Events that it receives."""
    headers: Optional[Dict[str, str]]
    """Headers that are added to its deliveries, by name, such as `Authorization`. The values may be secrets: they are stored sealed and never returned. Headers of the connection, and those that the service sets, are refused. Replaced as a whole; null or {} removes them. Only of a webhook created through v3."""
    format: Literal["hrev", "slack", "teams", "discord"]
    """Whose message the body is: `hrev` (default), or `slack`, `teams` or `discord` for the incoming webhooks of that service. Only of a webhook created through v3."""


class CheckShown(TypedDict):
    """The result of one check of the installation."""

    name: str
    """Name of the check."""
    ok: bool
    """Whether the check passed."""
    found: str
    """What was found."""
    warning: Optional[str]
    """What to know although the check passed, such as a version with a known fault; null if there is nothing."""
    remedy: Optional[str]
    """What to do; null if the check passed without a warning."""


class CheckShownList(TypedDict):
    """A list without pages."""

    data: List[CheckShown]


class ClaimBody(TypedDict, total=False):
    """How many deliveries to claim, and how long to wait for one."""

    limit: int
    """At most so many, by default 20."""
    wait_seconds: int
    """How long to wait if no delivery is due; 0 by default. Requests of the console do not wait."""


class _ClaimResult(TypedDict):
    """What every `ClaimResult` has."""

    delivery_id: int
    """The delivery."""
    lease: str
    """As the claim returned it."""


class ClaimResult(_ClaimResult, total=False):
    """What came of a claimed delivery."""

    status: int
    """Status of the response of the receiver."""
    error: Literal["timeout", "dns", "tls", "refused", "unreachable", "reset", "bad_answer", "aborted"]
    """Why no valid response arrived."""
    released: bool
    """true: it was not sent. It counts as no attempt, and may be claimed again at once."""
    duration_ms: int
    """How long the attempt took, in milliseconds; 0 by default."""
    response_headers: Dict[str, str]
    """Headers of the response, to be shown with the attempt."""
    response_body: str
    """The beginning of the body of the response, to be shown with the attempt."""


class ClaimResultsBody(TypedDict):
    """What came of claimed deliveries."""

    results: List[ClaimResult]
    """One for each delivery. Exactly one of `status`, `error` and `released` says what the result was."""


class ClaimedWebhookDelivery(TypedDict):
    """A claimed delivery: what the client sends to its receiver."""

    delivery_id: int
    """As `X-Hrev-Delivery-Id`."""
    attempt: int
    """The number of the attempt, from 1."""
    lease: str
    """Names the lease of the client on the delivery."""
    lease_expires_at: str
    """When the delivery may be claimed again, 60 seconds after the claim."""
    method: Literal["POST"]
    """The method of the request."""
    headers: Dict[str, str]
    """The headers of the request, with a signature of this moment."""
    body: str
    """The body, as text: its bytes in UTF-8 are signed."""


class ClaimedWebhookDeliveryList(TypedDict):
    """A list without pages."""

    data: List[ClaimedWebhookDelivery]


class CollectAccepted(TypedDict):
    """A collection that was accepted."""

    run_id: int
    """The run that collects the links. If an open run already contains them, its id."""


class CollectionRun(TypedDict):
    """A collection run: when it ran, what started it, and its result."""

    run_id: int
    """The run."""
    cause: Literal["first", "scheduled", "manual"]
    """`first`: the links were new; `manual`: it was requested."""
    status: Literal["pending", "in_progress", "success", "partial", "failed", "dropped"]
    """`success`: every link was collected; `partial`: some were; `failed`: none was; `dropped`: all were disabled or deleted before they were collected. `pending` and `in_progress` have links that have not ended."""
    created_at: str
    """When it was planned."""
    finished_at: Optional[str]
    """When the last link of the run ended; null while it is open."""
    link_count: int
    """How many links it contains."""
    new: int
    """Reviews that were new."""
    changed: int
    """Known reviews that had changed."""
    deleted: int
    """Reviews found deleted on the platform."""


class CollectionRunDetail(TypedDict):
    """A collection run with each of its links."""

    run_id: int
    """The run."""
    cause: Literal["first", "scheduled", "manual"]
    """`first`: the links were new; `manual`: it was requested."""
    status: Literal["pending", "in_progress", "success", "partial", "failed", "dropped"]
    """`success`: every link was collected; `partial`: some were; `failed`: none was; `dropped`: all were disabled or deleted before they were collected. `pending` and `in_progress` have links that have not ended."""
    created_at: str
    """When it was planned."""
    finished_at: Optional[str]
    """When the last link of the run ended; null while it is open."""
    link_count: int
    """How many links it contains."""
    new: int
    """Reviews that were new."""
    changed: int
    """Known reviews that had changed."""
    deleted: int
    """Reviews found deleted on the platform."""
    links: List[CollectionRunLink]
    """Its links, at most 100, ordered by id."""


class CollectionRunLink(TypedDict):
    """The part of one link in a run."""

    link_id: int
    """The link; it may have been deleted since."""
    state: Literal["queued", "running", "ended"]
    """`queued` includes links that wait for another attempt."""
    outcome: Optional[Literal["success", "failed", "dropped"]]
    """Result; `dropped`: the link was disabled or deleted before it was collected. Null until it has ended."""
    scrape_error: Optional[str]
    """Why the collection failed, as in `scrape_error` of the link."""
    stop_reason: Optional[str]
    """Why reading ended: `complete`, `known_reached`, `window_limit`, `count_mismatch`, `unread`, or the code of the failure."""
    pages: int
    """Pages read."""
    read: int
    """Reviews read."""
    new: int
    """Reviews that were new."""
    changed: int
    """Known reviews that had changed."""
    deleted: int
    """Reviews found deleted on the platform."""
    attempts: int
    """How many times its collection was attempted."""
    started_at: Optional[str]
    """When the first attempt began; null before it."""
    ended_at: Optional[str]
    """When its part of the run ended; null before that."""
    is_full: bool
    """Whether all reviews of the link were to be read, not only the new ones."""


class CollectionRunOfObject(TypedDict):
    """A collection run, and on request the parts of the links of an object in it."""

    run_id: int
    """The run."""
    cause: Literal["first", "scheduled", "manual"]
    """`first`: the links were new; `manual`: it was requested."""
    status: Literal["pending", "in_progress", "success", "partial", "failed", "dropped"]
    """`success`: every link was collected; `partial`: some were; `failed`: none was; `dropped`: all were disabled or deleted before they were collected. `pending` and `in_progress` have links that have not ended."""
    created_at: str
    """When it was planned."""
    finished_at: Optional[str]
    """When the last link of the run ended; null while it is open."""
    link_count: int
    """How many links it contains."""
    new: int
    """Reviews that were new."""
    changed: int
    """Known reviews that had changed."""
    deleted: int
    """Reviews found deleted on the platform."""
    links: Optional[List[CollectionRunLink]]
    """The links of the object, ordered by id; null without `include_links`."""


class CollectionRunOfObjectPage(TypedDict):
    """One page of a list. `total` is the number of all items; `limit` and `offset` are as applied."""

    data: List[CollectionRunOfObject]
    total: int
    limit: int
    offset: int
    has_next: bool


class CollectionRunPage(TypedDict):
    """One page of a list. `total` is the number of all items; `limit` and `offset` are as applied."""

    data: List[CollectionRun]
    total: int
    limit: int
    offset: int
    has_next: bool


class CollectionTimes(TypedDict):
    """The times of collection, which are the same for every account of the installation."""

    every_seconds: int
    """Seconds between two collections of a link that is read from public pages."""
    owner_every_seconds: int
    """Seconds between two collections of a link that is read by its owner (`read_by`); roads with `min_every_seconds` are read less often."""
    min_gap_seconds: int
    """`POST /v3/objects/{object_id}/collect` skips links that were collected less than this many seconds ago."""


class ComparedFigures(TypedDict):
    """The figures of an object in the compared range."""

    review_count: int
    """Number of reviews."""
    avg_rating: Optional[float]
    """Mean of the ratings; null if no review is rated."""


class ConfirmationShown(TypedDict):
    """Whether the operator has confirmed that an object belongs to its account."""

    account_id: int
    """The account that the object belongs to."""
    object_id: int
    """The object."""
    object_name: str
    """Name of the object."""
    confirmed_at: Optional[str]
    """When the object was confirmed; null if it is not confirmed."""


class CreateEmbedBody(TypedDict, total=False):
    """What a web page shows: the reviews of one object, or of one folder with its subfolders."""

    object_id: int
    """The object."""
    folder_id: int
    """The folder, instead of an object."""
    options: EmbedOptionsBody
    """Which reviews, and how."""


class _CreateFolderBody(TypedDict):
    """What every `CreateFolderBody` has."""

    name: str
    """Name of the folder; one line, without control characters."""


class CreateFolderBody(_CreateFolderBody, total=False):
    """A folder to create."""

    parent_folder_id: Optional[int]
    """Parent folder; null or absent: none. The parent must be a root folder."""
    object_ids: List[int]
    """Objects directly in the folder, all of them: a change replaces the whole composition. Repeated ids are no error."""


class _CreateObjectBody(TypedDict):
    """What every `CreateObjectBody` has."""

    name: str
    """Name of the object; one line, without control characters."""


class CreateObjectBody(_CreateObjectBody, total=False):
    """An object to create, with the pages to collect from."""

    links: List[LinkAddress]
    """Pages of the object, at most one per platform."""


class CreateResult(TypedDict):
    """A new object and the result for each address."""

    name: str
    """Name of the object."""
    id: int
    """Id of the object."""
    user_id: int
    """Owner."""
    created_at: str
    """When the object was created."""
    link_results: List[LinkResult]
    """The result for each address, in request order."""


class _CreateWebhookBody(TypedDict):
    """What every `CreateWebhookBody` has."""

    event_types: List[Literal["reviews.new", "replies.new", "scrape.run.finished", "reviews.updated", "reviews.deleted", "reviews.restored"]]
    """Events that it receives."""


class CreateWebhookBody(_CreateWebhookBody, total=False):
    """A webhook to create."""

    object_ids: Optional[List[int]]
    """Objects of the account. Omitted, null or empty: all, including future ones. Folders are not supported."""
    bucket_window: Literal["immediate", "daily_0", "daily_1", "daily_2", "daily_3", "daily_4", "daily_5", "daily_6", "daily_7", "daily_8", "daily_9", "daily_10", "daily_11", "daily_12", "daily_13", "daily_14", "daily_15", "daily_16", "daily_17", "daily_18", "daily_19", "daily_20", "daily_21", "daily_22", "daily_23"]
    """`immediate` (default), or `daily_<HOUR>`: once a day at an hour of UTC."""
    filters: Optional[WebhookFiltersBody]
    """Reviews that it receives; the fields combine with AND. Omitted or null: every rated review. Does not apply to `scrape.run.finished`."""
    target: str
    """The URL that receives the deliveries: https, a public host, port 443 or from 1024 up, no user name. Checked here and at every connection. Required, except of a listener, which has none."""
    listener: bool
    """true: a webhook without a target. A client claims its deliveries with `POST /v3/webhooks/{webhook_id}/claims`, as `hrev listen` does."""
    headers: Optional[Dict[str, str]]
    """Headers that are added to its deliveries, by name, such as `Authorization`. The values may be secrets: they are stored sealed and never returned. Headers of the connection, and those that the service sets, are refused."""
    format: Literal["hrev", "slack", "teams", "discord"]
    """Whose message the body is: `hrev` (default), or `slack`, `teams` or `discord` for the incoming webhooks of that service."""


class CreatedAccount(TypedDict):
    """A new account with its first keys."""

    id: int
    """Id of the account."""
    name: str
    """Name of the account."""
    email: Optional[str]
    """Address for notices."""
    plan: Literal["trial", "basic", "full"]
    """The plan."""
    status: Literal["active", "suspended"]
    """`suspended`: requests with a key of the account get 402."""
    suspended_by: Optional[Literal["operator", "owner", "trial_end"]]
    """Cause of the suspension: the operator, or the end of the trial."""
    suspended_reason: Optional[str]
    """Reason given by the operator."""
    closed_at: Optional[str]
    """When an owner closed the account; its data is erased 30 days later, unless it is resumed. Null: not closed."""
    trial_ends_at: Optional[str]
    """When the trial ends or ended; null if there is none."""
    created_at: str
    """When the account was created."""
    keys: NewAccountKeys
    """The two keys of a new account."""


class DeliveryCounts(TypedDict):
    """Webhook deliveries of all accounts."""

    pending: int
    """Deliveries to webhooks that wait for their next attempt."""
    failed: int
    """Deliveries that failed permanently in the last 24 hours."""
    dead_letter: int
    """Deliveries without another attempt after the last retry, in the last 24 hours."""


class _DetectLinksBody(TypedDict):
    """What every `DetectLinksBody` has."""

    urls: List[str]
    """Addresses of pages on the platforms. Each is decided by itself, so they may belong to different objects."""


class DetectLinksBody(_DetectLinksBody, total=False):
    """Addresses whose platforms are to be detected."""

    object_id: Optional[int]
    """Object to which the addresses would be added: its links are taken into account. Null or absent: a new object."""


class DetectedLink(TypedDict):
    """The result that an address would have if it were added."""

    url: str
    """The address as it was sent."""
    link_id: Optional[int]
    """The new link; null if the address was refused."""
    source_name: Optional[str]
    """Machine name of the platform; null if none was detected."""
    link_name: Optional[str]
    """Custom name of the link; null if it has none."""
    error: Optional[str]
    """The reason for the refusal as text; null if the address was linked."""
    error_code: Optional[Literal["source_not_detected", "source_url_invalid", "source_requires_upgrade", "source_already_linked", "link_already_added"]]
    """The reason for the refusal as a stable code; null if the address was linked."""
    canonical_url: Optional[str]
    """Address of the page in canonical form; null if no page of an object was detected."""
    is_short: bool
    """A short address, whose page is found by the first collection."""


class DetectedLinkList(TypedDict):
    """A list without pages."""

    data: List[DetectedLink]


class DismissalBody(TypedDict, total=False):
    """A dismissal."""

    reason: Optional[str]
    """Why it is dismissed."""


class Embed(TypedDict):
    """A public token with which web pages show reviews."""

    id: int
    """Id of the embed."""
    object_id: Optional[int]
    """The object; null for a folder."""
    folder_id: Optional[int]
    """The folder; null for an object."""
    token: str
    """In the address `/v3/embed/{token}.json`. It is public."""
    options: EmbedOptions
    """Which reviews are shown, and how."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When it was last changed."""


class EmbedList(TypedDict):
    """A list without pages."""

    data: List[Embed]


class EmbedOptions(TypedDict):
    """Which reviews are shown, and how."""

    title: Optional[str]
    """Above the reviews; null: the name of the object, and nothing for a folder."""
    min_rating: Optional[int]
    """Only reviews with this rating or a higher one; the page says so. Null: all, also those without a rating."""
    source_ids: List[int]
    """Only these platforms; the page says so. Empty: all."""
    language: Optional[Literal["en", "de", "fr", "es", "it", "nl", "ru", "ar", "he"]]
    """Language of the words around the reviews; null: that of the page."""
    limit: int
    """How many reviews are shown."""
    sort: Literal["newest", "oldest", "highest", "lowest"]
    """Order; pinned reviews of an object come first."""
    theme: Literal["auto", "light", "dark"]
    """`auto` follows the setting of the reader."""
    text_length: int
    """Characters of a text; longer ones end with `…`. 0: no texts."""


class EmbedOptionsBody(TypedDict, total=False):
    """Which reviews are shown, and how. Absent fields have their defaults, or stay as they are in a change."""

    title: Optional[str]
    """Above the reviews; null: the name of the object, and nothing for a folder; one line, without control characters."""
    min_rating: Optional[int]
    """Only reviews with this rating or a higher one; the page says so. Null: all, also those without a rating."""
    source_ids: List[int]
    """Only these platforms; the page says so. Empty: all."""
    language: Optional[Literal["en", "de", "fr", "es", "it", "nl", "ru", "ar", "he"]]
    """Language of the words around the reviews; null: that of the page."""
    limit: int
    """How many reviews are shown."""
    sort: Literal["newest", "oldest", "highest", "lowest"]
    """Order; pinned reviews of an object come first."""
    theme: Literal["auto", "light", "dark"]
    """`auto` follows the setting of the reader."""
    text_length: int
    """Characters of a text; longer ones end with `…`. 0: no texts."""


class EndedSessionsShown(TypedDict):
    """Sessions that ended."""

    ended: int
    """Number of sessions."""


class EventSummary(TypedDict):
    """Figures of the reviews of a delivery."""

    review_count: int
    """Reviews in the delivery."""
    by_source: Dict[str, int]
    """Reviews by machine name of the platform."""
    average_rating: Optional[float]
    """Average of the rated reviews; null if there are none."""
    negative_rating_count: int
    """Ratings below 3."""


class Export(TypedDict):
    """A file of reviews, and the progress of its writing."""

    id: int
    """Id of the export."""
    format: Literal["csv", "jsonl"]
    """The form of the file."""
    state: Literal["queued", "running", "finished", "failed"]
    """`queued`, `running`, `finished` (the file can be read), or `failed`."""
    error: Optional[Literal["not_found", "folder_not_found", "too_large", "internal"]]
    """Why it failed: the object or folder is gone, files would take too much space (`too_large`), or writing it failed five times (`internal`)."""
    rows: int
    """Reviews in the file so far."""
    total: Optional[int]
    """Reviews that matched when the writing began; null before."""
    bytes: int
    """Size of the file so far."""
    created_at: str
    """When it was requested."""
    ended_at: Optional[str]
    """When it was finished or failed; null before."""
    expires_at: str
    """When it is removed: 24 hours after the request."""


class ExportList(TypedDict):
    """A list without pages."""

    data: List[Export]


class FailedJobShown(TypedDict):
    """Work that failed for good."""

    id: str
    """Id of the job: the queue and the id of its row."""
    queue: Literal["collection", "deliveries", "replies", "mail"]
    """The kind of work."""
    account_id: int
    """The account."""
    subject_id: int
    """The link, the webhook, the review or the mail, by queue."""
    failed_at: str
    """When it failed; of a reply, when it was accepted."""
    reason: str
    """Why it failed."""
    attempts: int
    """Attempts so far."""


class FailedJobShownPage(TypedDict):
    """One page of a list. `total` is the number of all items; `limit` and `offset` are as applied."""

    data: List[FailedJobShown]
    total: int
    limit: int
    offset: int
    has_next: bool


class FiguresOfObject(TypedDict):
    """The figures of one object, as in its summary."""

    object_id: int
    """The object."""
    name: str
    """Name of the object."""
    review_count: int
    """Number of reviews, including hidden and excluding deleted ones."""
    avg_rating: Optional[float]
    """Mean of the ratings, 1-5, rounded half up to two decimals."""
    total_with_reply: int
    """Reviews with a reply."""
    unanswered_negative: int
    """Reviews of the buckets 1 and 2 without a reply."""
    completeness: Optional[float]
    """Collected reviews divided by those that the platforms state, 0-1, over the links whose platform states a number; null if there is none. It does not depend on dates and ratings."""
    before: Optional[ComparedFigures]
    """The range `compare_from` to `compare_to`; null if neither is given."""


class FiguresOfObjectPage(TypedDict):
    """One page of a list. `total` is the number of all items; `limit` and `offset` are as applied."""

    data: List[FiguresOfObject]
    total: int
    limit: int
    offset: int
    has_next: bool


class Folder(TypedDict):
    """A folder with its objects and subfolders."""

    id: int
    """Id of the folder."""
    user_id: int
    """Owner and creator."""
    name: str
    """Name of the folder."""
    created_at: str
    """When the folder was created."""
    parent_folder_id: Optional[int]
    """Parent folder; null for a root folder."""
    objects: List[ObjectInFolder]
    """Objects directly in this folder, by id, without those of subfolders. Disabled objects are included, deleted ones are not."""
    subfolders: List[Subfolder]
    """Subfolders by name (Unicode order, upper and lower case together), then by id. Empty inside a subfolder."""


class FolderList(TypedDict):
    """A list without pages."""

    data: List[Folder]


class FrozenReasonShown(TypedDict):
    """Links that are frozen for one reason."""

    code: str
    """Code of `scrape_error`."""
    links: int
    """Number of links."""


class HealthShown(TypedDict):
    """The API is available."""

    status: Literal["healthy"]
    """Always `healthy`."""


class HiddenCount(TypedDict):
    """How many reviews of the object are hidden now."""

    detail: str
    """The result as a text, for display."""
    hidden_count: int
    """How many reviews of the object are hidden now."""


class _HiddenReview(TypedDict):
    """What every `HiddenReview` has."""

    id: int
    """The same id appears in webhook events."""
    link_id: int
    """The link from which it was collected."""
    source_id: int
    """Platform."""
    author: Optional[str]
    """As the platform shows it; surnames are masked."""
    text: Optional[str]
    """The text; its parts are joined by a blank line."""
    review_date: Optional[str]
    """The platform's local time, as the platform shows it."""
    rating_original: Optional[str]
    """The rating on the platform's own scale, not converted."""
    rating: Optional[float]
    """The rating on the scale 1-5, at most two decimals."""
    review_url: Optional[str]
    """Direct link on the platform."""
    reply_text: Optional[str]
    """The organization's reply, by any author."""
    reply_date: Optional[str]
    """Date of the reply, in UTC on every platform."""
    has_images: bool
    """Whether `images` has any items."""
    images: List[ReviewImage]
    """Attached images."""
    has_videos: bool
    """Whether `videos` has any items."""
    videos: List[ReviewVideo]
    """Attached videos."""
    is_deleted: bool
    """The review disappeared from the platform."""
    deleted_at: Optional[str]
    """When the service detected that it disappeared."""
    last_seen_at: str
    """When a collection saw it last."""
    updated_at: str
    """When anything visible to clients last changed."""
    positive: Optional[str]
    """Advantages; filled with `separate_pos_neg=true`."""
    negative: Optional[str]
    """Disadvantages; filled with `separate_pos_neg=true`."""
    object_id: int
    """The object."""
    source_slug: str
    """Machine name of the platform."""
    external_review_id: str
    """The platform's own id of the review, or a stable hash if it has none."""
    provenance: ReviewProvenance
    """Where the review is from."""
    language: str
    """Language of `text`, detected by the service, as a primary subtag of BCP 47; `und` if it is unknown."""
    hidden_at: str
    """When it was hidden."""


class HiddenReview(_HiddenReview, total=False):
    """A review that was hidden."""

    is_hidden: bool
    """Hidden in the object. Absent where no single object is addressed."""
    is_pinned: bool
    """Pinned in the object. Absent where no single object is addressed."""
    pin_position: Optional[int]
    """Position among the pinned reviews, from 0. Absent where no single object is addressed."""
    raw_review: Dict[str, Any]
    """The platform's own record without personal data; with `include_raw=true`."""


class HiddenReviewList(TypedDict):
    """A list without pages."""

    data: List[HiddenReview]


class HideBody(TypedDict):
    """Reviews to be hidden."""

    review_ids: List[int]
    """Reviews of the object to hide. Repeated ids and reviews that are already hidden are no error."""


class ImportBody(TypedDict):
    """A file of objects and addresses of their pages."""

    format: Literal["csv", "jsonl"]
    """The form of the file."""
    file: str
    """The text of the file, at most 1,000 lines, with `dry_run=true` 5,000. CSV has a first row with the columns `name`, `url` (which may be repeated) and `object_id`; a cell may have several addresses. A line of JSON is `{"name", "urls", "object_id"}`."""


class ImportedLine(TypedDict):
    """What a line of a file did, or would do."""

    line: int
    """The number of the line, from 1; in CSV that of the row."""
    result: Literal["created", "links_added", "present", "refused"]
    """`created`: a new object. `links_added`: new links of an object that was there. `present`: everything was there. `refused`: nothing was done."""
    name: Optional[str]
    """The name in the line; null if it cannot be read."""
    object_id: Optional[int]
    """The object; null for a refused line, and for an object that a dry run would create."""
    link_results: List[LinkResult]
    """The result for each address of the line."""
    similar: List[SimilarToLine]
    """In a dry run, other objects that may be the one of the line, at most ten; otherwise empty."""
    error: Optional[str]
    """Why the line was refused, as text; null otherwise."""
    error_code: Optional[str]
    """The same as a stable code."""


class ImportedLineList(TypedDict):
    """A list without pages."""

    data: List[ImportedLine]


class ImportedReviewLine(TypedDict):
    """What a line of a file of reviews did, or would do."""

    line: int
    """The number of the line, from 1."""
    result: Literal["created", "updated", "present", "refused"]
    """`created`: a new review. `updated`: a review of an earlier import was changed. `present`: the review was there. `refused`: nothing was done."""
    review_id: Optional[int]
    """The stored review; null for a refused line, and for a review that a dry run would create."""
    error: Optional[str]
    """Why the line was refused, as text; null otherwise."""
    error_code: Optional[str]
    """The same as a stable code."""


class ImportedReviews(TypedDict):
    """What an import did, or would do."""

    import_id: Optional[int]
    """The import; null if it changed nothing."""
    data: List[ImportedReviewLine]
    """One result per line, in their order."""


class IssuedAccountKey(TypedDict):
    """A new key with its text, which is shown only once."""

    id: int
    """Id of the key."""
    name: Optional[str]
    """Name of the key."""
    scope: Literal["read_only", "propose", "full", "master"]
    """Scope of the key."""
    prefix: str
    """First characters of the key."""
    status: Literal["active", "expired", "revoked"]
    """Only an `active` key is accepted."""
    created_at: str
    """When the key was issued."""
    expires_at: Optional[str]
    """When the key expires or expired; null: never."""
    revoked_at: Optional[str]
    """When the key was revoked; null: it is not revoked."""
    last_used_at: Optional[str]
    """When the key was last used, to the minute; null: never."""
    key: str
    """The text of the key; shown only once."""


class LanguageSummary(TypedDict):
    """Figures of the reviews in one language."""

    language: str
    """Primary subtag of BCP 47; `und` for reviews whose language is not known."""
    review_count: int
    """Number of reviews."""
    avg_rating: Optional[float]
    """Mean of the ratings, 1-5, rounded half up to two decimals."""
    total_with_reply: int
    """Reviews with a reply."""
    rating_distribution: RatingCounts
    """Rated reviews by rating."""


class Link(TypedDict):
    """A page of an object on a platform, with the outcome and the completeness of its collection."""

    id: int
    """Id of the link."""
    url: str
    """Page of the object on the platform, in canonical form."""
    source_id: int
    """Platform id, see the sources."""
    link_name: Optional[str]
    """Custom name of the link inside the object; takes precedence over `auto_name`."""
    auto_name: Optional[str]
    """The platform's label and the name read from the platform; only the label until the name is read."""
    scraped_object_name: str
    """Name of the object on the platform; empty until it is read."""
    is_active: bool
    """Whether reviews are collected for this link."""
    is_public: bool
    """Whether the link may be shown to others."""
    frozen_at: Optional[str]
    """When collection was reduced to once a week, after ten permanent failures in a row; null otherwise."""
    scrape_status: Literal["pending", "in_progress", "success", "failed"]
    """Outcome of the last collection, or `in_progress`."""
    scrape_error: Optional[str]
    """Error of the last collection: a stable code and a text."""
    last_scraped_at: Optional[str]
    """When the link was last collected."""
    last_scraped_review_date: Optional[str]
    """Publication date of the newest collected review."""
    created_at: str
    """When the link was added."""
    source_slug: str
    """Machine name of the platform."""
    state: Literal["off", "collecting", "paused", "waiting", "refused", "failed", "partial", "up_to_date"]
    """The state in one word, the first that holds. `off`: not collected. `collecting`: being read. `paused`: frozen, and tried once a week. `waiting`: not read yet. `refused`: the platform answers and does not let the reviews be read. `failed`: the last collection failed otherwise. `partial`: there is a `warning`, or `completeness` is below 0.98. `up_to_date`: everything was read."""
    platform_review_count: Optional[int]
    """Number of reviews that the platform publishes."""
    collected_count: int
    """Number of collected reviews that the platform still shows."""
    completeness: Optional[float]
    """0 to 1: the collected share of the count of the platform; null if the platform publishes no count."""
    stop_reason: Optional[str]
    """Reason for the end of the last collection. `complete`: the whole list was read. `window_limit`: everything that the platform shows was read, which may be a part of its reviews, such as the newest. `known_reached`: all older reviews were known. `count_mismatch`: the list ended, but its length differs from the count that the platform states, or it broke off; the whole list is read again. `unread`: the whole list was read, except for what `warning` states. After a failed collection, the code of `scrape_error`: `blocked`, …"""
    read_by: Optional[Literal["public", "owner", "both"]]
    """How the last collection read the reviews. `public`: from the public pages of the platform. `owner`: through the connection of the object. `both`: from both. Null before the first collection."""
    road: Optional[str]
    """Name of the road of the last collection; `roads` of the source says what it shows. Null before the first collection."""
    warning: Optional[str]
    """Warning about a successful last collection: a code, or a code and a text; null if there is none. `count_mismatch`: the count of the platform differs from the number of reviews found by more than two and more than 2 %, or the list broke off. The next collection reads the whole list again; while the counts differ, later ones do so at growing intervals, at least weekly. `many_reviews_missing`: at least a fifth of the reviews was missing at once, and none was marked as deleted. `unread: 2 dates, 1 review`: what the pages show and could not be read, by part. It stands until a collection that reads the whole list reads everything; until then, no missing review is marked as deleted if reviews were not read."""
    next_collection_at: Optional[str]
    """When the next collection is due; a time in the past means that it has not been planned yet. Null while none is scheduled."""
    switched_off_since: Optional[str]
    """Since when the operator has switched off collection from the platform: the link keeps its due time, and is collected when it is switched on again. Null while it is on."""
    last_full_at: Optional[str]
    """When a collection last read the whole list and its completeness was proven; null before that."""
    failing_since: Optional[str]
    """When the first of the failed collections in a row ended; null if the last collection succeeded."""
    failures_in_a_row: int
    """Number of failed collections since the last success."""
    progress: Optional[LinkProgress]
    """How far the running collection is; null while none is running."""


class LinkAddress(TypedDict):
    """An address to be linked."""

    url: str
    """Page of the object on a platform; the platform is detected from it."""


class LinkCounts(TypedDict):
    """Links of all accounts."""

    pending: int
    """Never collected."""
    in_progress: int
    """Being collected."""
    success: int
    """Last collection succeeded."""
    failed: int
    """Last collection failed."""
    frozen: int
    """Paused by the service after repeated failures; also counted by status."""
    inactive: int
    """Disabled, or links of a disabled object; not counted by status."""


class LinkList(TypedDict):
    """A list without pages."""

    data: List[Link]


class LinkProgress(TypedDict):
    """How far the running collection of a link is."""

    read: int
    """Number of reviews that the collection has read."""
    of: Optional[int]
    """Number of reviews to read, as last stated by the platform; null if it is not known or if only new reviews are read."""


class LinkRating(TypedDict):
    """The figures that a platform publishes for a link, and the number of collected reviews."""

    link_id: int
    """The link."""
    source_id: int
    """The platform."""
    source_slug: str
    """Machine name of the platform."""
    object_id: int
    """The object."""
    rating: Optional[float]
    """The average that the platform publishes, converted to the scale 1-5."""
    rating_original: Optional[str]
    """The average that the platform publishes, on the scale of the platform."""
    review_count: Optional[int]
    """The number of reviews that the platform publishes."""
    collected_count: int
    """The number of collected reviews that the platform still shows."""
    as_of: Optional[str]
    """When these figures were last read from the platform; null: never."""


class LinkRatings(TypedDict):
    """The figures that platforms publish for the links of an object."""

    data: List[LinkRating]
    """All links, ordered by object and link."""


class LinkResult(TypedDict):
    """The result for an address."""

    url: str
    """The address as it was sent."""
    link_id: Optional[int]
    """The new link; null if the address was refused."""
    source_name: Optional[str]
    """Machine name of the platform; null if none was detected."""
    link_name: Optional[str]
    """Custom name of the link; null if it has none."""
    error: Optional[str]
    """The reason for the refusal as text; null if the address was linked."""
    error_code: Optional[Literal["source_not_detected", "source_url_invalid", "source_requires_upgrade", "source_already_linked", "link_already_added"]]
    """The reason for the refusal as a stable code; null if the address was linked."""


class ListedReplyDetails(TypedDict):
    """A reply of the account, and the review that it answers."""

    status: Literal["pending", "publishing", "published", "failed", "deleted"]
    """`pending`: a text or a removal was accepted and is not carried out yet; also while the service publishes again because the platform shows an earlier text. `publishing`: a worker is sending it to the platform. `published`: the platform accepted it. `failed`: see `error`. `deleted`: removed from the platform."""
    published_at: Optional[str]
    """When the platform accepted the published text."""
    confirmed_at: Optional[str]
    """When a collection first found it on the platform; null while the platform shows another text or none."""
    error: Optional[Literal["text_rejected", "access_revoked", "review_gone", "platform_unavailable", "platform_error"]]
    """Why it failed. After `text_rejected`, send another text."""
    text: str
    """The text that was accepted last."""
    wish: Literal["publish", "remove"]
    """What was accepted last: to publish the text, or to remove the reply."""
    accepted_at: str
    """When the text or the removal was accepted."""
    attempts: int
    """Requests that were sent to the platform for it. A reply fails after three."""
    next_attempt_at: Optional[str]
    """When it is sent next; null unless it is `pending`, and while replies are switched off."""
    switched_off_since: Optional[str]
    """Since when the operator has switched off replies on the platform: a `pending` reply waits, and is sent when they are switched on again. Null while they are on, and unless it is `pending`."""
    detail: Optional[str]
    """What the platform answered to a reply that failed, in English or in the language of the platform."""
    by: Optional[str]
    """Name of the person whose request was accepted last; null for a key."""
    review_id: int
    """The review."""
    object_id: int
    """The object."""
    source_id: int
    """Platform."""


class ListedReplyDetailsPage(TypedDict):
    """One page of a list. `total` is the number of all items; `limit` and `offset` are as applied."""

    data: List[ListedReplyDetails]
    total: int
    limit: int
    offset: int
    has_next: bool


class MailCounts(TypedDict):
    """Notices by mail."""

    waiting: int
    """Mails that wait to be sent."""
    given_up: int
    """Mails that could not be sent in the last 30 days."""


class _NewAccountBody(TypedDict):
    """What every `NewAccountBody` has."""

    name: str
    """Name of the account; one line, without control characters."""


class NewAccountBody(_NewAccountBody, total=False):
    """An account to create."""

    plan: Literal["trial", "basic", "full"]
    """The plan; `trial` if it is absent."""
    email: Optional[str]
    """Address for notices."""


class NewAccountKeys(TypedDict):
    """The first keys of an account, shown once."""

    full: str
    """Key of scope `full`; shown only once."""
    read_only: str
    """Key of scope `read_only`; shown only once."""


class _NewKeyBody(TypedDict):
    """What every `NewKeyBody` has."""

    scope: Literal["read_only", "propose", "full"]
    """Scope of the key. Keys of scope `master` are created on the command line."""


class NewKeyBody(_NewKeyBody, total=False):
    """A key to issue."""

    name: Optional[str]
    """Name of the key in lists; one line, without control characters."""
    expires_at: Optional[str]
    """From this time on, requests with the key get 401. Must be in the future; absent or null: never."""


class _NewProposalBody(TypedDict):
    """What every `NewProposalBody` has."""

    text: str
    """The proposed reply: not empty, no control characters but line breaks and tabs, at most the source's `reply_max_length`."""


class NewProposalBody(_NewProposalBody, total=False):
    """A reply to propose."""

    note: Optional[str]
    """A note for the person who decides; never published."""


class OAuthClientBody(TypedDict):
    """The OAuth client that the operator has registered at a platform."""

    client_id: str
    """Id of the client, as the platform shows it."""
    client_secret: str
    """Secret of the client. It is sealed and never returned."""


class OAuthClientShown(TypedDict):
    """The OAuth client of a platform, without its secret."""

    source_slug: str
    """The platform."""
    client_id: Optional[str]
    """Id of the client; null if none is registered."""
    changed_at: Optional[str]
    """When the client was registered or replaced."""
    redirect_uri: Optional[str]
    """Address that the client must list as redirect address; null if `HREV_PUBLIC_URL` is not set: then the address of the console, followed by `/console/oauth/callback`."""


class OAuthClientTestShown(TypedDict):
    """The result of a test of an OAuth client."""

    state: Literal["not_set_up", "client_refused", "untested", "closed", "open", "unknown"]
    """`untested`: the client is known, and no account has signed in yet; `closed`: the platform has not opened its interface for the project (quota 0, or not enabled)."""
    found: str
    """What was found, as a text."""


class ObjectCounts(TypedDict):
    """Objects of all accounts."""

    active: int
    """Enabled objects."""
    inactive: int
    """Disabled objects."""


class _ObjectInEvent(TypedDict):
    """What every `ObjectInEvent` has."""

    object_id: int
    """The object."""
    name: str
    """Its name."""
    review_count: int
    """Number of its reviews in the delivery."""


class ObjectInEvent(_ObjectInEvent, total=False):
    """An object with reviews in the delivery."""

    reviews: List[ReviewInEvent]
    """Absent if `truncated`."""


class ObjectInFolder(TypedDict):
    """An object in a folder."""

    id: int
    """Id of the object."""
    name: str
    """Name of the object."""


class ObjectListItem(TypedDict):
    """An object in a list, with its links."""

    id: int
    """Id of the object."""
    name: str
    """Name of the object."""
    is_active: bool
    """A disabled object is not collected; its reviews and analytics are not returned."""
    scrape_status: Literal["pending", "in_progress", "success", "partial", "failed"]
    """Outcome of the last collection of the enabled links: all, some, none, running, or nothing to collect yet."""
    last_scraped_at: Optional[str]
    """Latest collection among the enabled links."""
    created_at: str
    """When the object was created."""
    state: Optional[Literal["off", "collecting", "paused", "waiting", "failed", "partial", "up_to_date"]]
    """The state in one word, from the `state` of the enabled links; null without one. `off`: the object is disabled. `collecting`: a link is being read. `up_to_date`, `waiting`, `paused`: all links are. `failed`: no link was read. `partial`: some were, or in part."""
    links: List[Link]
    """Links, oldest first."""


class ObjectListItemPage(TypedDict):
    """One page of a list. `total` is the number of all items; `limit` and `offset` are as applied."""

    data: List[ObjectListItem]
    total: int
    limit: int
    offset: int
    has_next: bool


class PinBody(TypedDict):
    """Reviews to be pinned."""

    review_ids: List[int]
    """Reviews of the object to pin after those that are already pinned, in this order; reviews that are already pinned keep their position. A repeated id is `duplicate_review_ids`, more than 30 pins in all are `pinned_limit_exceeded`."""


class PinOrderBody(TypedDict):
    """All pinned reviews in their new order."""

    ordered_review_ids: List[int]
    """All reviews to pin, in their order; an empty list unpins all. A repeated id is `duplicate_review_ids`, more than 30 ids are `pinned_limit_exceeded`."""


class PinnedCount(TypedDict):
    """How many reviews of the object are pinned now."""

    detail: str
    """The result as a text, for display."""
    pinned_count: int
    """How many reviews of the object are pinned now."""


class _PinnedReview(TypedDict):
    """What every `PinnedReview` has."""

    id: int
    """The same id appears in webhook events."""
    link_id: int
    """The link from which it was collected."""
    source_id: int
    """Platform."""
    author: Optional[str]
    """As the platform shows it; surnames are masked."""
    text: Optional[str]
    """The text; its parts are joined by a blank line."""
    review_date: Optional[str]
    """The platform's local time, as the platform shows it."""
    rating_original: Optional[str]
    """The rating on the platform's own scale, not converted."""
    rating: Optional[float]
    """The rating on the scale 1-5, at most two decimals."""
    review_url: Optional[str]
    """Direct link on the platform."""
    reply_text: Optional[str]
    """The organization's reply, by any author."""
    reply_date: Optional[str]
    """Date of the reply, in UTC on every platform."""
    has_images: bool
    """Whether `images` has any items."""
    images: List[ReviewImage]
    """Attached images."""
    has_videos: bool
    """Whether `videos` has any items."""
    videos: List[ReviewVideo]
    """Attached videos."""
    is_deleted: bool
    """The review disappeared from the platform."""
    deleted_at: Optional[str]
    """When the service detected that it disappeared."""
    last_seen_at: str
    """When a collection saw it last."""
    updated_at: str
    """When anything visible to clients last changed."""
    positive: Optional[str]
    """Advantages; filled with `separate_pos_neg=true`."""
    negative: Optional[str]
    """Disadvantages; filled with `separate_pos_neg=true`."""
    object_id: int
    """The object."""
    source_slug: str
    """Machine name of the platform."""
    external_review_id: str
    """The platform's own id of the review, or a stable hash if it has none."""
    provenance: ReviewProvenance
    """Where the review is from."""
    language: str
    """Language of `text`, detected by the service, as a primary subtag of BCP 47; `und` if it is unknown."""
    pinned_at: str
    """When it was pinned."""


class PinnedReview(_PinnedReview, total=False):
    """A pinned review with its position."""

    is_hidden: bool
    """Hidden in the object. Absent where no single object is addressed."""
    is_pinned: bool
    """Pinned in the object. Absent where no single object is addressed."""
    pin_position: Optional[int]
    """Position among the pinned reviews, from 0. Absent where no single object is addressed."""
    raw_review: Dict[str, Any]
    """The platform's own record without personal data; with `include_raw=true`."""


class PinnedReviewList(TypedDict):
    """A list without pages."""

    data: List[PinnedReview]


class _PreviewBody(TypedDict):
    """What every `PreviewBody` has."""

    event_types: List[Literal["reviews.new", "replies.new", "scrape.run.finished", "reviews.updated", "reviews.deleted", "reviews.restored"]]
    """Events that it receives."""


class PreviewBody(_PreviewBody, total=False):
    """Settings of a webhook that are judged on recent reviews."""

    object_ids: Optional[List[int]]
    """Objects of the account. Omitted, null or empty: all, including future ones. Folders are not supported."""
    filters: Optional[WebhookFiltersBody]
    """Reviews that it receives; the fields combine with AND. Omitted or null: every rated review. Does not apply to `scrape.run.finished`."""
    format: Literal["hrev", "slack", "teams", "discord"]
    """Whose message the body is: `hrev` (default), or `slack`, `teams` or `discord` for the incoming webhooks of that service."""


class ProbeBody(TypedDict):
    """An address to probe."""

    url: str
    """Address of a page on a platform."""


class ProbeShown(TypedDict):
    """The first page of an address, as a collection would read it. Nothing is stored."""

    source: Optional[str]
    """The source; null if the address belongs to none."""
    source_name: Optional[str]
    """Name of the source."""
    url: str
    """Canonical address."""
    name: Optional[str]
    """Name of the object."""
    platform_review_count: Optional[int]
    """How many reviews the platform states."""
    reviews_on_first_page: int
    """Reviews on the first page."""
    unread: Optional[str]
    """What the page shows and could not be read, by part; null if everything was read."""
    reviews: List[ProbedReviewShown]
    """The first five of them."""
    requests: int
    """Requests that were sent; 0 if the visit failed."""
    duration_ms: int
    """Duration in milliseconds."""
    error: Optional[str]
    """Why the visit failed; null if it succeeded."""


class ProbedReviewShown(TypedDict):
    """A review on a probed page."""

    external_review_id: Optional[str]
    """The platform's id of the review."""
    author: Optional[str]
    """The author, masked as it would be stored."""
    rating: Optional[float]
    """1 to 5; null without a numeric rating."""
    review_date: Optional[str]
    """In the platform's time."""
    text: Optional[str]
    """The text."""
    reply_text: Optional[str]
    """The reply."""


class ProcessShown(TypedDict):
    """A process of the service."""

    id: str
    """Id of the process."""
    version: str
    """Version of hrev."""
    same_version: bool
    """Whether it has the version of the process that answers."""
    role: Literal["all", "api", "worker"]
    """Role of the process."""
    started_at: str
    """When it started."""
    seen_at: str
    """When it was last seen."""
    alive: bool
    """Whether it was seen in the last half minute. Other processes are listed for a day."""
    running: List[ProcessWorkShown]
    """Its running work; empty for a process without a worker."""


class ProcessShownList(TypedDict):
    """A list without pages."""

    data: List[ProcessShown]


class ProcessWorkShown(TypedDict):
    """Running work of one kind in a process."""

    noun: str
    """The kind of work."""
    running: int
    """Running work."""
    slots: int
    """Most work at the same time."""


class PutReplyBody(TypedDict):
    """The reply to be published."""

    text: str
    """Text of the reply: not empty, no control characters but line breaks and tabs, at most the source's `reply_max_length`."""


class QueueShown(TypedDict):
    """Work of one kind, in all processes."""

    name: Literal["collection", "deliveries", "replies", "mail", "events"]
    """The kind of work."""
    waiting: int
    """Work that is due and that no worker has claimed."""
    running: int
    """Work that a worker has claimed."""
    failed: int
    """Work that failed for good in the last day; of `events`, those that wait after a failed attempt."""
    oldest_at: Optional[str]
    """Since when the longest waiting work is due; null if none waits."""
    per_minute: float
    """Mean per minute, of five minutes."""


class QueueShownList(TypedDict):
    """A list without pages."""

    data: List[QueueShown]


RatingCounts = TypedDict("RatingCounts", {"1": "int", "2": "int", "3": "int", "4": "int", "5": "int"})
"""Counts by rating."""


class ReadHealthShown(TypedDict):
    """Reads work."""

    status: Literal["ready"]
    """Reviews and analytics can be read."""


class _RecoveryBody(TypedDict):
    """What every `RecoveryBody` has."""

    since: str
    """Deliveries that were created at this time or later; at most 30 days ago. Without a time zone, UTC."""
    statuses: List[Literal["failed", "dead_letter"]]
    """Deliveries of these statuses."""


class RecoveryBody(_RecoveryBody, total=False):
    """Which deliveries to send again."""

    until: Optional[str]
    """Deliveries that were created before this time; absent or null: now. Without a time zone, UTC."""


class RenameObjectBody(TypedDict):
    """The new name of an object."""

    name: str
    """Name of the object; one line, without control characters."""


class ReplyDetails(TypedDict):
    """The reply to a review, its author, and the state of its publication."""

    status: Literal["pending", "publishing", "published", "failed", "deleted"]
    """`pending`: a text or a removal was accepted and is not carried out yet; also while the service publishes again because the platform shows an earlier text. `publishing`: a worker is sending it to the platform. `published`: the platform accepted it. `failed`: see `error`. `deleted`: removed from the platform."""
    published_at: Optional[str]
    """When the platform accepted the published text."""
    confirmed_at: Optional[str]
    """When a collection first found it on the platform; null while the platform shows another text or none."""
    error: Optional[Literal["text_rejected", "access_revoked", "review_gone", "platform_unavailable", "platform_error"]]
    """Why it failed. After `text_rejected`, send another text."""
    text: str
    """The text that was accepted last."""
    wish: Literal["publish", "remove"]
    """What was accepted last: to publish the text, or to remove the reply."""
    accepted_at: str
    """When the text or the removal was accepted."""
    attempts: int
    """Requests that were sent to the platform for it. A reply fails after three."""
    next_attempt_at: Optional[str]
    """When it is sent next; null unless it is `pending`, and while replies are switched off."""
    switched_off_since: Optional[str]
    """Since when the operator has switched off replies on the platform: a `pending` reply waits, and is sent when they are switched on again. Null while they are on, and unless it is `pending`."""
    detail: Optional[str]
    """What the platform answered to a reply that failed, in English or in the language of the platform."""
    by: Optional[str]
    """Name of the person whose request was accepted last; null for a key."""


class ReplyFigures(TypedDict):
    """Figures about the replies of the organization."""

    total_with_reply: int
    """Reviews with a reply."""
    unanswered_negative: int
    """Reviews of the buckets 1 and 2 without a reply."""
    reply_by_rating: RatingCounts
    """Replies by the rating of the review."""
    last_reply_date: Optional[str]
    """Date of the newest reply to a counted review, in UTC."""
    median_hours: Optional[float]
    """Median of the hours from `review_date` to `reply_date`, to one decimal; null if no counted review has both. A reply dated up to a day before its review counts as 0; an earlier one is not counted. Of more than 1,000 replies, the newest of each object are read, in proportion to its reviews. (v3)"""


class ReplyProposal(TypedDict):
    """A proposed reply. It is published only after an approval."""

    id: int
    """Id of the proposal."""
    review_id: int
    """The review."""
    object_id: int
    """The object."""
    source_id: int
    """Platform."""
    status: Literal["open", "approved", "dismissed", "published", "superseded"]
    """`open`: it waits for a decision. `approved`: its text was accepted as the reply, see the state of the reply. `published`: the platform accepted that text. `dismissed`. `superseded`: by a newer proposal of the same key or person, or by another reply to the review."""
    text: str
    """The proposed text."""
    note: Optional[str]
    """The note of the proposer."""
    review_version: Optional[str]
    """What the review says now: equal as long as its author, texts and rating are. Null if it is no longer on the platform."""
    review_changed: bool
    """Whether the review says something else than at the time of the proposal, or is no longer on the platform."""
    proposed_at: str
    """When it was proposed."""
    proposed_by: Optional[str]
    """Name of the key or of the person that proposed it."""
    proposed_by_key: Optional[int]
    """Id of the key; null: a person proposed it."""
    closed_at: Optional[str]
    """When it was decided or superseded; null while it is open."""
    closed_by: Optional[str]
    """Name of the person or of the key that approved or dismissed it."""
    by_policy: bool
    """Whether the policy of the account approved it."""
    approved_text: Optional[str]
    """The text that was approved: that of the approver, or of the template of the policy."""
    reason: Optional[str]
    """Why it was dismissed."""


class ReplyProposalPage(TypedDict):
    """One page of a list. `total` is the number of all items; `limit` and `offset` are as applied."""

    data: List[ReplyProposal]
    total: int
    limit: int
    offset: int
    has_next: bool


class ReplyTimes(TypedDict):
    """How many reviews were answered, and how soon."""

    review_count: int
    """Number of reviews."""
    answered_count: int
    """Reviews with a reply."""
    answered_share: Optional[float]
    """`answered_count` divided by `review_count`, to four decimals; null without reviews."""
    times_from: Optional[str]
    """Null: the fields below are of all answered reviews. A date: more than a million are answered in the period, and the fields are of the reviews published since then."""
    median_hours: Optional[float]
    """Median of the hours from `review_date` to `reply_date` of the replies in `timed_count`, which are rounded to one decimal each; null without one."""
    p90_hours: Optional[float]
    """Ninety percent of the replies in `timed_count` took at most this time; null without one."""
    timed_count: int
    """Replies whose time is known. A reply that is dated up to a day before its review counts as 0 hours."""
    early_count: int
    """Replies that are dated more than a day before their review, which was edited; they have no time."""
    undated_count: int
    """Replies where the date of the reply or of the review is not known; they have no time."""


class ReplyTimesOfObject(TypedDict):
    """The reply times of one object."""

    review_count: int
    """Number of reviews."""
    answered_count: int
    """Reviews with a reply."""
    answered_share: Optional[float]
    """`answered_count` divided by `review_count`, to four decimals; null without reviews."""
    times_from: Optional[str]
    """Null: the fields below are of all answered reviews. A date: more than a million are answered in the period, and the fields are of the reviews published since then."""
    median_hours: Optional[float]
    """Median of the hours from `review_date` to `reply_date` of the replies in `timed_count`, which are rounded to one decimal each; null without one."""
    p90_hours: Optional[float]
    """Ninety percent of the replies in `timed_count` took at most this time; null without one."""
    timed_count: int
    """Replies whose time is known. A reply that is dated up to a day before its review counts as 0 hours."""
    early_count: int
    """Replies that are dated more than a day before their review, which was edited; they have no time."""
    undated_count: int
    """Replies where the date of the reply or of the review is not known; they have no time."""
    object_id: int
    """The object."""
    name: str
    """Name of the object."""


class ReplyTimesOfObjectPage(TypedDict):
    """One page of a list. `total` is the number of all items; `limit` and `offset` are as applied."""

    data: List[ReplyTimesOfObject]
    total: int
    limit: int
    offset: int
    has_next: bool


class ReplyTimesOfSource(TypedDict):
    """The reply times of one platform."""

    review_count: int
    """Number of reviews."""
    answered_count: int
    """Reviews with a reply."""
    answered_share: Optional[float]
    """`answered_count` divided by `review_count`, to four decimals; null without reviews."""
    times_from: Optional[str]
    """Null: the fields below are of all answered reviews. A date: more than a million are answered in the period, and the fields are of the reviews published since then."""
    median_hours: Optional[float]
    """Median of the hours from `review_date` to `reply_date` of the replies in `timed_count`, which are rounded to one decimal each; null without one."""
    p90_hours: Optional[float]
    """Ninety percent of the replies in `timed_count` took at most this time; null without one."""
    timed_count: int
    """Replies whose time is known. A reply that is dated up to a day before its review counts as 0 hours."""
    early_count: int
    """Replies that are dated more than a day before their review, which was edited; they have no time."""
    undated_count: int
    """Replies where the date of the reply or of the review is not known; they have no time."""
    source_id: int
    """The platform."""
    source_name: str
    """Machine name of the platform."""


class _Review(TypedDict):
    """What every `Review` has."""

    id: int
    """The same id appears in webhook events."""
    link_id: int
    """The link from which it was collected."""
    source_id: int
    """Platform."""
    author: Optional[str]
    """As the platform shows it; surnames are masked."""
    text: Optional[str]
    """The text; its parts are joined by a blank line."""
    review_date: Optional[str]
    """The platform's local time, as the platform shows it."""
    rating_original: Optional[str]
    """The rating on the platform's own scale, not converted."""
    rating: Optional[float]
    """The rating on the scale 1-5, at most two decimals."""
    review_url: Optional[str]
    """Direct link on the platform."""
    reply_text: Optional[str]
    """The organization's reply, by any author."""
    reply_date: Optional[str]
    """Date of the reply, in UTC on every platform."""
    has_images: bool
    """Whether `images` has any items."""
    images: List[ReviewImage]
    """Attached images."""
    has_videos: bool
    """Whether `videos` has any items."""
    videos: List[ReviewVideo]
    """Attached videos."""
    is_deleted: bool
    """The review disappeared from the platform."""
    deleted_at: Optional[str]
    """When the service detected that it disappeared."""
    last_seen_at: str
    """When a collection saw it last."""
    updated_at: str
    """When anything visible to clients last changed."""
    positive: Optional[str]
    """Advantages; filled with `separate_pos_neg=true`."""
    negative: Optional[str]
    """Disadvantages; filled with `separate_pos_neg=true`."""
    object_id: int
    """The object."""
    source_slug: str
    """Machine name of the platform."""
    external_review_id: str
    """The platform's own id of the review, or a stable hash if it has none."""
    provenance: ReviewProvenance
    """Where the review is from."""
    language: str
    """Language of `text`, detected by the service, as a primary subtag of BCP 47; `und` if it is unknown."""


class Review(_Review, total=False):
    """A review as the platform published it, with the state of its reply and its flags."""

    is_hidden: bool
    """Hidden in the object. Absent where no single object is addressed."""
    is_pinned: bool
    """Pinned in the object. Absent where no single object is addressed."""
    pin_position: Optional[int]
    """Position among the pinned reviews, from 0. Absent where no single object is addressed."""
    raw_review: Dict[str, Any]
    """The platform's own record without personal data; with `include_raw=true`."""


class ReviewChange(TypedDict):
    """One change to apply to a copy of the reviews."""

    op: Literal["upsert", "remove"]
    """`upsert`: store the review in this state; `remove`: remove it from the copy, if present."""
    review_id: int
    """The review."""
    changed_at: str
    """When the review changed, or moved into or out of the composition."""
    reason: Optional[str]
    """Why it is removed: `link_removed`, `object_disabled`, `object_deleted`, `import_removed` (v3), or `out_of_scope` (its object left the folder, or a trial can no longer see it). Null for an upsert."""
    review: Optional[Review]
    """The review with its flags, even if it is deleted or hidden. Null for a removal."""


class ReviewChanges(TypedDict):
    """A page of changes, in the order in which to apply them."""

    data: List[ReviewChange]
    """Apply them in this order. May be empty."""
    next_cursor: str
    """Cursor of the next page; always present, also when `data` is empty."""
    has_next: bool
    """Whether more changes can be read at once."""


class ReviewImage(TypedDict):
    """A photo of a review."""

    template_url: str
    """Address with a `{size}` placeholder."""
    preview: Optional[str]
    """Small version."""
    image: Optional[str]
    """Full version."""


class ReviewImport(TypedDict):
    """An import of reviews."""

    id: int
    """Id of the import."""
    created_at: str
    """When it began."""
    removed_at: Optional[str]
    """When it was removed; null otherwise."""
    created: int
    """Reviews that it brought."""
    updated: int
    """Reviews of earlier imports that it changed."""
    only_imported: int
    """Those it brought that no collection has found yet, and that a removal removes."""


class ReviewImportBody(TypedDict):
    """A file of reviews from elsewhere."""

    file: str
    """JSON lines, at most 1,000: `{"object_id" or "object_name", "source_slug", "origin", "external_review_id", "author", "text", "positive", "negative", "review_date", "rating", "rating_scale", "rating_original", "review_url", "reply_text", "reply_date"}`. More lines are sent in several requests."""


class ReviewImportPage(TypedDict):
    """One page of a list. `total` is the number of all items; `limit` and `offset` are as applied."""

    data: List[ReviewImport]
    total: int
    limit: int
    offset: int
    has_next: bool


class ReviewInEvent(TypedDict):
    """A review in a delivery."""

    id: int
    """Review id, the same as in the feed."""
    external_review_id: str
    """The platform's own id of the review, or a stable hash where it has none."""
    source_id: int
    """Platform."""
    source_slug: str
    """Machine name of the platform."""
    rating: Optional[float]
    """1-5, may be fractional; null without a numeric rating."""
    text: Optional[str]
    """Text of the review."""
    author: Optional[str]
    """As shown by the platform; surnames are masked."""
    review_date: Optional[str]
    """The platform's local time."""
    url: str
    """The object's page on the platform."""
    review_url: Optional[str]
    """The review itself on the platform."""
    has_images: bool
    """Whether photos are attached."""
    reply_text: Optional[str]
    """The organization's reply; null if there is none."""
    reply_date: Optional[str]
    """Date of the reply, in UTC; null if there is none."""


class ReviewPage(TypedDict):
    """One page of a list. `total` is the number of all items; `limit` and `offset` are as applied."""

    data: List[Review]
    total: int
    limit: int
    offset: int
    has_next: bool


class ReviewProvenance(TypedDict):
    """Where a review is from."""

    kind: Literal["collected", "imported"]
    """`collected`: a collection found it. `imported`: only an import has brought it."""
    import_id: Optional[int]
    """The import; null for a collected review."""
    origin: Optional[str]
    """Where the import got it from, in the words of its file; null if it does not say."""
    imported_at: Optional[str]
    """When it was imported; null for a collected review."""


class ReviewVideo(TypedDict):
    """A video of a review."""

    kind: Literal["embed", "file", "hls"]
    """Platform player, direct file, or stream."""
    video_url: Optional[str]
    """Address of the video."""
    thumbnail: Optional[str]
    """Still picture."""
    width: Optional[int]
    """Pixels."""
    height: Optional[int]
    """Pixels."""
    duration_ms: Optional[int]
    """Milliseconds."""


class _ReviewsEvent(TypedDict):
    """What every `ReviewsEvent` has."""

    delivery_id: int
    """Id of the delivery, the same on every retry; deduplicate by it."""
    occurred_at: str
    """When the delivery was created."""
    schema_version: Literal["3"]
    """Version of the body."""
    event: Literal["reviews.new", "replies.new", "reviews.updated", "reviews.deleted", "reviews.restored"]
    """Event type."""
    objects: List[ObjectInEvent]
    """Reviews by object. Every review occurs once."""
    summary: EventSummary
    """Figures over all reviews of the delivery."""
    truncated: bool
    """Whether the reviews were omitted because the body would have been too large; read them over REST. With thousands of objects, their names are empty, and only the first objects, as many as fit, are listed; `summary` counts all reviews."""


class ReviewsEvent(_ReviewsEvent, total=False):
    """The body of a delivery of reviews."""

    test: bool
    """true in test events, which have sample data; otherwise absent."""


class RoadAgesShown(TypedDict):
    """How long ago the links of a source were read, by one of its roads. Without frozen links and links that are off."""

    road: Optional[str]
    """Name of the road that read them last; null for links of which no collection has begun."""
    links: int
    """Number of links."""
    never_read: int
    """Links that were never read with success. They have no age."""
    p50_seconds: Optional[int]
    """Half of the links were read at most so many seconds ago; null if none was read."""
    p95_seconds: Optional[int]
    """95 % of the links were read at most so many seconds ago; null if none was read."""


class RunCounts(TypedDict):
    """Collection runs of all accounts."""

    open: int
    """Runs that have not ended."""
    links_queued: int
    """Links of these runs that wait for collection."""
    links_running: int
    """Links of these runs that are being collected."""


class _RunFinishedEvent(TypedDict):
    """What every `RunFinishedEvent` has."""

    delivery_id: int
    """Id of the delivery, the same on every retry; deduplicate by it."""
    occurred_at: str
    """When the delivery was created."""
    schema_version: Literal["3"]
    """Version of the body."""
    event: Literal["scrape.run.finished"]
    """Event type."""
    finished_at: str
    """When the collection run finished."""


class RunFinishedEvent(_RunFinishedEvent, total=False):
    """The body of a delivery about the end of a collection run."""

    test: bool
    """true in test events, which have sample data; otherwise absent."""


class SigningSecret(TypedDict):
    """The secret that signs deliveries, in the formats of both signatures."""

    secret: str
    """Key of the HMAC, the whole text."""
    rotated_at: Optional[str]
    """When it was last rotated; null if never."""
    standard_secret: str
    """The same secret in the format of libraries for Standard Webhooks, for `webhook-signature`."""


class SimilarToLine(TypedDict):
    """Another object that may be the one of a line: of the account, or of another line."""

    same: Literal["page", "name"]
    """`page`: it has a page that the line would link. `name`: its name differs only in case, width or spaces, and the line would create an object."""
    object_id: Optional[int]
    """The object; null for one of another line."""
    line: Optional[int]
    """The other line; null for an object of the account."""
    name: str
    """Its name."""


class SingleObject(TypedDict):
    """An object with its links."""

    id: int
    """Id of the object."""
    user_id: int
    """Owner."""
    name: str
    """Name of the object."""
    created_at: str
    """When the object was created."""
    deleted_at: Optional[str]
    """Always null: a deleted object is not returned."""
    is_active: bool
    """A disabled object is not collected; its reviews and analytics are not returned."""
    state: Optional[Literal["off", "collecting", "paused", "waiting", "failed", "partial", "up_to_date"]]
    """The state in one word, from the `state` of the enabled links; null without one. `off`: the object is disabled. `collecting`: a link is being read. `up_to_date`, `waiting`, `paused`: all links are. `failed`: no link was read. `partial`: some were, or in part."""
    links: List[Link]
    """Links, oldest first."""


class Source(TypedDict):
    """A platform of this installation."""

    id: int
    """Platform id; filters reviews and analytics (`source_ids`)."""
    display_name: str
    """Display name."""
    base_url: str
    """Address of the platform; empty if this version no longer supports the platform."""
    rating_scale: float
    """The platform's own rating scale."""
    has_reply: bool
    """Reviews on this platform can carry organization replies."""
    has_images: bool
    """Reviews on this platform can carry photos."""
    is_active: bool
    """Whether the platform is collected. One that is not collected and has no links is not listed."""
    created_at: str
    """When the platform was added to this installation."""
    slug: str
    """Machine name; filters webhooks (`allowed_sources`)."""
    can_publish_reply: bool
    """The service can publish replies on this platform; distinct from `has_reply`."""
    reply_max_length: Optional[int]
    """Longest reply that the platform accepts; null if no reply can be published or no limit is known."""
    reply_length_unit: Optional[Literal["characters", "bytes"]]
    """Unit of `reply_max_length`."""
    connection: Optional[SourceConnecting]
    """How objects are connected to the platform; null if they are not."""
    roads: List[SourceRoad]
    """The ways to read reviews. Without a public one, an object must be connected."""


class SourceConnecting(TypedDict):
    """How objects are connected to a platform, and what a connection allows."""

    oauth: bool
    """Persons connect with the sign-in of the platform."""
    ready: bool
    """Connecting is possible now; false until the operator has registered the OAuth client."""
    fields: List[SourceConnectionField]
    """The fields of a connection without the sign-in."""
    alternatives: List[SourceConnectionSet]
    """Sets of fields of which one must be filled; empty: the required fields suffice. A field in no set belongs to all of them."""
    can_replace: bool
    """A published reply can be replaced."""
    can_delete: bool
    """A published reply can be deleted."""
    moderated: bool
    """The platform shows replies only after moderation."""


class SourceConnectionField(TypedDict):
    """A value that a person enters to connect an object to a platform."""

    name: str
    """Name of the field in `fields` of POST /v3/connections."""
    secret: bool
    """The value is a secret; it is never returned."""
    required: bool
    """The field must be filled, whichever of `alternatives` is chosen."""
    description: str
    """Where the person finds the value."""


class SourceConnectionSet(TypedDict):
    """One of several sets of fields, any of which opens a connection."""

    title: str
    """What the values are, as the name of a choice."""
    required: List[str]
    """Names of the fields that must all be filled."""
    optional: List[str]
    """Names of further fields that only this set uses."""


class SourceEventShown(TypedDict):
    """What happened to a source."""

    id: int
    """Id of the event."""
    at: str
    """When it happened."""
    kind: Literal["paused", "resumed", "tried", "rests", "drift", "drift_over", "road_ends", "notifications"]
    """What happened."""
    facts: Dict[str, Any]
    """Figures and reasons, by kind."""


class SourceFieldShown(TypedDict):
    """How many of the reviews that are read from a source have a field."""

    field: Literal["rating", "text", "date", "author", "reply", "images", "review"]
    """The field."""
    now: Optional[float]
    """Share with the field now, 0 to 1; null if nothing was read."""
    normal: Optional[float]
    """Usual share of 14 days; null if too little was read."""
    alarm_below: Optional[float]
    """An alarm is raised below this share; null if the field raises none."""
    alarm: bool
    """Whether an alarm is open."""
    alarm_since: Optional[str]
    """Since when the alarm is open."""
    reviews: int
    """Reviews that `now` was computed from."""


class SourceHourShown(TypedDict):
    """The visits of a source in one hour."""

    hour: str
    """Begin of the hour."""
    visits: int
    """Visits that ended in the hour, without those that failed because of their link."""
    succeeded: int
    """Visits that succeeded."""


class SourceList(TypedDict):
    """A list without pages."""

    data: List[Source]


class SourceReasonBody(TypedDict):
    """Why a source is paused or resumed."""

    reason: str
    """The reason, for other operators and the audit trail."""


class SourceRoad(TypedDict):
    """A way to read the reviews of an object on a platform."""

    name: str
    """Name of the road, unique in the platform."""
    read_by: Literal["public", "owner", "both"]
    """`public`: the public pages, used for objects without a connection. `owner`: the connection of the object. `both`: the connection and the public pages. The same values as `read_by` of a link."""
    shows: Literal["all", "newest", "selection"]
    """Which reviews are visible: all, the newest, or some that the platform selects."""
    limit_reviews: Optional[int]
    """Largest number of visible reviews; null if none is known."""
    limit_days: Optional[int]
    """Age in days of the oldest visible review; null if none is known."""
    order: Literal["newest_first", "unordered"]
    """Order of the list. Lists without an order are read completely in each collection."""
    evidence: Literal["recorded", "documented"]
    """Whether the formats are known from recorded responses of the platform, or only from documentation."""
    ends_at: Optional[str]
    """When the platform ends this way; null if it has announced no end."""
    min_every_seconds: Optional[int]
    """The schedule collects links that are read in this way at most once in so many seconds; null: no limit."""


class SourceSummary(TypedDict):
    """Figures of one platform."""

    source_id: int
    """The platform."""
    source_name: str
    """Machine name of the platform."""
    review_count: int
    """Number of reviews."""
    avg_rating: Optional[float]
    """Mean of the ratings, 1-5, rounded half up to two decimals."""
    total_with_reply: int
    """Reviews with a reply."""
    reviews_with_text: int
    """Reviews with text."""
    reviews_with_images: int
    """Reviews with images."""
    rating_distribution: RatingCounts
    """Rated reviews by rating."""
    reply_distribution: RatingCounts
    """Replies by the rating of the review."""
    latest_review_date: Optional[str]
    """Date of the newest dated review."""


class SourceTrialBody(TypedDict):
    """The link to try."""

    link_id: Optional[int]
    """A link of the source; null: one whose last collection succeeded."""


class SourceTrialShown(TypedDict):
    """The visit of the link that was tried last."""

    link_id: int
    """The link."""
    run_id: int
    """The run."""
    state: Literal["queued", "running", "ended"]
    """State of the visit."""
    outcome: Optional[Literal["success", "failed", "dropped"]]
    """How the visit ended."""
    scrape_error: Optional[str]
    """Why it failed."""
    pages: int
    """Pages that were read."""
    read: int
    """Reviews that were read."""
    ended_at: Optional[str]
    """When the visit ended."""


class SourceTrialStarted(TypedDict):
    """A planned visit."""

    link_id: int
    """The link."""
    run_id: int
    """The run."""


class SourceTroubleShown(TypedDict):
    """A kind of failed visits."""

    code: str
    """Code of `scrape_error`."""
    visits: int
    """Visits of the last 24 hours."""
    share: float
    """Share of all visits, 0 to 1."""
    of_links: bool
    """Whether it says something about the links alone: their pages do not exist, or their owners gave no access. Such visits do not count for the state of the source."""


class SourceUnreadShown(TypedDict):
    """A part of reviews or of their object that pages of a source showed and that could not be read."""

    part: Literal["review", "list", "rating", "date", "text", "author", "reply", "reply_date", "photo", "video", "address", "name", "average", "count", "document"]
    """The part. `review`: whole reviews; `name`, `average` and `count` are those of the object."""
    count: int
    """How often it was not read in the last 24 hours."""
    visits: int
    """Visits in which it was not read."""


class SourcesTotalsShown(TypedDict):
    """Figures over all sources."""

    due_1h: int
    """Links that are due within the hour."""
    visits_24h: int
    """Visits of 24 hours."""
    on_time_24h: Optional[float]
    """Share of the visits of 24 hours that ended soon after the link was due, within a tenth of the period; null without visits."""
    new_24h: int
    """New reviews of 24 hours."""
    frozen: int
    """Links that are frozen after lasting failures."""
    frozen_reasons: List[FrozenReasonShown]
    """Why they are frozen, most frequent first."""


class StatisticsShown(TypedDict):
    """Counts over all accounts."""

    generated_at: str
    """When the counts were computed."""
    accounts: AccountCounts
    """Accounts."""
    objects: ObjectCounts
    """Objects of all accounts, without deleted ones."""
    links: LinkCounts
    """Links of all accounts, without deleted ones."""
    reviews: int
    """Reviews of all accounts, without deleted ones."""
    runs: RunCounts
    """Running collections."""
    deliveries: DeliveryCounts
    """Deliveries to webhooks."""
    events_waiting: int
    """Events in the outbox that are not processed yet."""
    notices: int
    """Notices to accounts."""
    mail: MailCounts
    """Outgoing mail."""
    support_messages: int
    """Support messages of clients."""


class StoredClaimResult(TypedDict):
    """What became of a result."""

    delivery_id: int
    """The delivery."""
    result: Literal["stored", "released", "lease_lost"]
    """`lease_lost`: nothing was stored, because the lease has expired or the delivery has ended or was sent again meanwhile."""
    status: Optional[Literal["pending", "success", "failed", "dead_letter"]]
    """The delivery after a stored result; otherwise null."""
    next_attempt_at: Optional[str]
    """When a delivery that is `pending` after a stored result may be claimed again; otherwise null."""


class StoredClaimResultList(TypedDict):
    """A list without pages."""

    data: List[StoredClaimResult]


class Subfolder(TypedDict):
    """A folder inside another one."""

    id: int
    """Id of the folder."""
    user_id: int
    """Owner and creator."""
    name: str
    """Name of the folder."""
    created_at: str
    """When the folder was created."""
    parent_folder_id: Optional[int]
    """Parent folder; null for a root folder."""
    objects: List[ObjectInFolder]
    """Objects directly in this folder, by id, without those of subfolders. Disabled objects are included, deleted ones are not."""
    subfolders: List[Dict[str, Any]]
    """Always empty: folders have two levels."""


class SummaryFigures(TypedDict):
    """Figures of all reviews that match the filters."""

    total_reviews: int
    """Number of reviews, including hidden and excluding deleted ones."""
    avg_rating: Optional[float]
    """Mean of the ratings, 1-5, rounded half up to two decimals."""
    reviews_with_text: int
    """Reviews with text."""
    reviews_with_images: int
    """Reviews with images."""
    rating_distribution: RatingCounts
    """Rated reviews by rating."""
    reply: ReplyFigures
    """Figures about the replies of the organization."""


class SummaryMeta(TypedDict):
    """The filters of the figures."""

    published_from: str
    """First publication date that is counted."""
    published_to: str
    """Last publication date that is counted."""
    source_ids: List[int]
    """Platforms of the request; empty is all."""
    generated_at: str
    """When the figures were computed."""
    object_id: Optional[int]
    """The addressed object; null for a folder or the account."""
    folder_id: Optional[int]
    """The addressed folder; null for an object or the account."""
    object_ids: List[int]
    """The objects whose reviews are counted."""


class _SupportMessageBody(TypedDict):
    """What every `SupportMessageBody` has."""

    message: str
    """The message."""


class SupportMessageBody(_SupportMessageBody, total=False):
    """A message to the developers."""

    subject: Optional[str]
    """Subject of the message."""
    contact: Optional[str]
    """E-mail address for the reply; absent: the address of the account."""


class SupportMessageMarkBody(TypedDict):
    """The operator's mark on a support message."""

    done: bool
    """`true` marks the message as done, `false` as open."""


class SupportMessageShown(TypedDict):
    """A message of a client, for the operator."""

    id: int
    """Id of the message."""
    account_id: int
    """Account that sent the message."""
    key_id: Optional[int]
    """Key that the message was sent with; null if a person sent it in the console."""
    person_id: Optional[int]
    """Person who sent the message in the console."""
    subject: Optional[str]
    """Subject of the message."""
    message: str
    """The message. Untrusted text: do not render it as HTML."""
    contact: Optional[str]
    """E-mail address for the reply; null: the address of the account."""
    created_at: str
    """When the message was sent."""
    done_at: Optional[str]
    """When the operator marked the message as done; null: it is open."""


class SupportMessageShownPage(TypedDict):
    """One page of a list. `total` is the number of all items; `limit` and `offset` are as applied."""

    data: List[SupportMessageShown]
    total: int
    limit: int
    offset: int
    has_next: bool


class SupportReceipt(TypedDict):
    """Confirmation that the message was stored."""

    id: int
    """Id of the message."""
    detail: str
    """Confirmation for display."""


class SwitchBody(TypedDict, total=False):
    """Which switch to set, and why."""

    source_slug: Optional[str]
    """The platform; absent or null: all platforms together."""
    reason: Optional[str]
    """The reason, for other operators and the audit trail."""


class SwitchObjectsBody(TypedDict):
    """Objects to be switched on or off."""

    is_active: bool
    """Whether to enable or to disable the objects."""
    object_ids: List[int]
    """Objects to switch, all or none. Repeated ids are no error."""


class SwitchShown(TypedDict):
    """A switch of the operator, of all platforms together or of one."""

    switch: Literal["replies", "webhooks", "collection"]
    """What it switches."""
    source_slug: Optional[str]
    """The platform; null: all platforms together."""
    source_name: Optional[str]
    """Name of the platform."""
    off_since: Optional[str]
    """Since when it is off; null while it is on."""
    reason: Optional[str]
    """The reason that the operator gave; null if none was given, and while it is on."""


class SwitchShownList(TypedDict):
    """A list without pages."""

    data: List[SwitchShown]


class SwitchedObject(TypedDict):
    """An object after a switch."""

    id: int
    """Id of the object."""
    is_active: bool
    """Whether the object is enabled."""


class SwitchedObjectList(TypedDict):
    """A list without pages."""

    data: List[SwitchedObject]


class SwitchedOffShown(TypedDict):
    """What the operator has switched off for all accounts."""

    switch: Literal["replies", "webhooks", "collection"]
    """`replies`: they are accepted and stay `pending`. `webhooks`: deliveries are recorded and stay `pending`; of one platform, those with its reviews. `collection`: links keep their due times and are not collected."""
    source_id: Optional[int]
    """The platform; null: all platforms."""
    source_slug: Optional[str]
    """Machine name of the platform; null: all platforms."""
    since: str
    """Since when it is off."""


class TestBody(TypedDict, total=False):
    """Which test event is sent."""

    event_type: Literal["reviews.new", "replies.new", "scrape.run.finished", "reviews.updated", "reviews.deleted", "reviews.restored"]
    """One of the types that the webhook is subscribed to; the first one by default."""


class TestMailShown(TypedDict):
    """A mail that was queued."""

    recipients: List[str]
    """The addresses of the operators."""


class TestResult(TypedDict):
    """The result of the test event."""

    success: bool
    """Whether the receiver answered with a 2xx."""
    delivery_id: int
    """Delivery id of the test event."""
    event: Literal["reviews.new", "replies.new", "scrape.run.finished", "reviews.updated", "reviews.deleted", "reviews.restored"]
    """Type of the event: that of the request, or the first subscribed one."""
    status_code: Optional[int]
    """Status of the response; null if none arrived."""
    duration_ms: int
    """From the DNS look-up to the status line, in milliseconds."""
    error: Optional[str]
    """Why it failed: `bad_status`, or without a response `timeout`, `dns`, `tls`, `refused`, `unreachable`, `reset`, `blocked_address`, `bad_answer`, or `switched_off`: the operator has switched off all deliveries, and nothing was sent, or of a listener `waiting`: no client has answered it yet; null on success."""


class TimeseriesMeta(TypedDict):
    """The filters of the series."""

    published_from: str
    """First publication date that is counted."""
    published_to: str
    """Last publication date that is counted."""
    source_ids: List[int]
    """Platforms of the request; empty is all."""
    generated_at: str
    """When the figures were computed."""
    object_id: Optional[int]
    """The addressed object; null for a folder or the account."""
    folder_id: Optional[int]
    """The addressed folder; null for an object or the account."""
    granularity: Literal["day", "week", "month"]
    """Length of a period."""


class TimeseriesOfSource(TypedDict):
    """Figures of one platform over time."""

    source_id: int
    """The platform; 0 for the sum of all platforms."""
    source_name: str
    """Machine name of the platform; `all` for the sum of all platforms."""
    timeseries: List[TimeseriesPoint]
    """Every period of the range, in chronological order."""


class TimeseriesPoint(TypedDict):
    """Figures of one period."""

    period: str
    """`2026-11-20`, `2026-W47` (ISO week) or `2026-11`."""
    review_count: int
    """Number of reviews."""
    avg_rating: Optional[float]
    """Mean of the ratings; null if no review is rated."""
    reviews_with_text: int
    """Reviews with text."""
    reviews_with_images: int
    """Reviews with images."""
    reply_count: int
    """Reviews with a reply, by the date of the review."""
    rating_distribution: RatingCounts
    """Reviews by rating."""
    reply_distribution: RatingCounts
    """Replies by the rating of the review."""


class TrialAccessFigures(TypedDict):
    """The reviews that are not counted for a trial."""

    reason: Literal["trial"]
    """Why reviews are omitted."""
    limit_per_link: int
    """Number of latest reviews of each link that are counted."""
    hidden_total: int
    """Number of collected reviews that are omitted, regardless of the filters."""
    message: str
    """The same information as readable text."""


class UnhideBody(TypedDict, total=False):
    """Reviews to be returned to the feed."""

    review_ids: List[int]
    """Reviews of the object, in the body or in the query. Repeated ids are no error."""


class UnpinBody(TypedDict, total=False):
    """Reviews to be unpinned."""

    review_ids: List[int]
    """Reviews of the object, in the body or in the query. Repeated ids are no error."""


class Webhook(TypedDict):
    """A URL that receives events, or a listener, whose deliveries a client claims."""

    id: int
    """Id of the webhook."""
    target: Optional[str]
    """The URL that receives the deliveries. Persons with the role viewer get it without user information, values of the query and parts of the path that look like tokens: `…` replaces them. Null for a listener."""
    listener: bool
    """true: it has no target. Its deliveries wait until a client claims them."""
    last_claim_at: Optional[str]
    """Of a listener: when a client last claimed deliveries, to the minute, or its creation; a week later it is removed. Null for every other webhook."""
    object_ids: Optional[List[int]]
    """Objects of the account; null: all. Deleted objects are omitted. If all of them were deleted, no event is sent."""
    event_types: List[Literal["reviews.new", "replies.new", "scrape.run.finished", "reviews.updated", "reviews.deleted", "reviews.restored"]]
    """Events that it receives."""
    bucket_window: str
    """`immediate` or `daily_<HOUR>` (UTC)."""
    filters: WebhookFilters
    """As set; an omitted field does not filter."""
    is_active: bool
    """false: paused."""
    failure_count: int
    """Consecutive failed attempts; a success sets it to 0."""
    last_failure_at: Optional[str]
    """When an attempt last failed."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When its settings were last changed."""
    header_names: List[str]
    """The names of its own headers, in the order of the request. Their values are never returned."""
    format: Literal["hrev", "slack", "teams", "discord"]
    """Whose message the bodies of its deliveries are; `hrev`: the bodies of the reference."""


class WebhookDelivery(TypedDict):
    """A delivery and its state."""

    delivery_id: int
    """As `X-Hrev-Delivery-Id`."""
    webhook_id: int
    """The webhook."""
    sequence: Optional[int]
    """As `X-Hrev-Sequence`: numbers the deliveries of the webhook in the order of their creation, from 1 and without gaps. Null for a webhook created through v2, and for deliveries that are older than the numbers."""
    event: Literal["reviews.new", "replies.new", "scrape.run.finished", "reviews.updated", "reviews.deleted", "reviews.restored"]
    """Event type."""
    status: Literal["pending", "success", "failed", "dead_letter"]
    """`pending`: an attempt is in flight or will be made; `failed`: the receiver refused it for good; `dead_letter`: every attempt failed."""
    attempts: int
    """Attempts made so far."""
    tries: int
    """Attempts of the current series; a redelivery of a settled delivery begins a new one."""
    next_attempt_at: Optional[str]
    """When the next attempt is due; null once it is settled."""
    switched_off_since: Optional[str]
    """Since when the operator has switched off deliveries, or those with reviews of one of its platforms: a `pending` delivery waits, and is sent when they are switched on again. Null while they are on, and once it is settled."""
    last_attempt_at: Optional[str]
    """When the last attempt began."""
    last_status_code: Optional[int]
    """Status of the last response; null if none arrived."""
    last_error: Optional[str]
    """Why the last attempt got no response: `timeout`, `dns`, `tls`, `refused`, `unreachable`, `reset`, `blocked_address`, `bad_answer` or `no_secret`. `body_removed`: there was no attempt before the body was removed."""
    last_duration_ms: Optional[int]
    """How long the last attempt took, in milliseconds."""
    created_at: str
    """When it was created."""
    review_count: Optional[int]
    """Reviews of the event, also if the body is `truncated`; null for `scrape.run.finished`."""
    object_ids: List[int]
    """Objects of the reviews, at most the first five; empty for `scrape.run.finished`."""


class _WebhookDeliveryAttempt(TypedDict):
    """What every `WebhookDeliveryAttempt` has."""

    number: int
    """Counts from 1."""
    started_at: str
    """When it began."""
    duration_ms: int
    """How long it took, in milliseconds."""
    status_code: Optional[int]
    """Status of the response; null if none arrived."""
    error: Optional[str]
    """Why no response arrived."""
    retry_after: Optional[int]
    """Seconds that `Retry-After` of the response asked to wait; null without a valid one."""


class WebhookDeliveryAttempt(_WebhookDeliveryAttempt, total=False):
    """One attempt to deliver, and its result."""

    request_headers: Optional[Dict[str, str]]
    """Headers that were sent, with shortened signatures, and `[hidden]` as the values of the webhook's own headers. Absent for a key of scope `read_only`. Null if it is not stored: no response arrived, the attempt is older than 7 days, or the webhook had more than 10 successes or 60 failures in that minute."""
    response_headers: Optional[Dict[str, str]]
    """Headers of the response: at most 50, with values of at most 500 characters, 4 KiB together. Absent for a key of scope `read_only`. Null if it is not stored: no response arrived, the attempt is older than 7 days, or the webhook had more than 10 successes or 60 failures in that minute."""
    response_body: Optional[str]
    """The first 2 KiB of the response's body as UTF-8; null also if the receiver compressed it. Absent for a key of scope `read_only`. Null if it is not stored: no response arrived, the attempt is older than 7 days, or the webhook had more than 10 successes or 60 failures in that minute."""


class WebhookDeliveryDetail(TypedDict):
    """A delivery with its body and its attempts."""

    delivery_id: int
    """As `X-Hrev-Delivery-Id`."""
    webhook_id: int
    """The webhook."""
    sequence: Optional[int]
    """As `X-Hrev-Sequence`: numbers the deliveries of the webhook in the order of their creation, from 1 and without gaps. Null for a webhook created through v2, and for deliveries that are older than the numbers."""
    event: Literal["reviews.new", "replies.new", "scrape.run.finished", "reviews.updated", "reviews.deleted", "reviews.restored"]
    """Event type."""
    status: Literal["pending", "success", "failed", "dead_letter"]
    """`pending`: an attempt is in flight or will be made; `failed`: the receiver refused it for good; `dead_letter`: every attempt failed."""
    attempts: int
    """Attempts made so far."""
    tries: int
    """Attempts of the current series; a redelivery of a settled delivery begins a new one."""
    next_attempt_at: Optional[str]
    """When the next attempt is due; null once it is settled."""
    switched_off_since: Optional[str]
    """Since when the operator has switched off deliveries, or those with reviews of one of its platforms: a `pending` delivery waits, and is sent when they are switched on again. Null while they are on, and once it is settled."""
    last_attempt_at: Optional[str]
    """When the last attempt began."""
    last_status_code: Optional[int]
    """Status of the last response; null if none arrived."""
    last_error: Optional[str]
    """Why the last attempt got no response: `timeout`, `dns`, `tls`, `refused`, `unreachable`, `reset`, `blocked_address`, `bad_answer` or `no_secret`. `body_removed`: there was no attempt before the body was removed."""
    last_duration_ms: Optional[int]
    """How long the last attempt took, in milliseconds."""
    created_at: str
    """When it was created."""
    review_count: Optional[int]
    """Reviews of the event, also if the body is `truncated`; null for `scrape.run.finished`."""
    object_ids: List[int]
    """Objects of the reviews, at most the first five; empty for `scrape.run.finished`."""
    body: Optional[str]
    """The body, byte for byte as every attempt sends it (JSON, UTF-8); null once the terms of a platform with reviews in it do not allow to keep it."""
    attempt_history: List[WebhookDeliveryAttempt]
    """Every attempt, oldest first."""


class WebhookDeliveryPage(TypedDict):
    """One page of a list. `total` is the number of all items; `limit` and `offset` are as applied."""

    data: List[WebhookDelivery]
    total: int
    limit: int
    offset: int
    has_next: bool


class WebhookFilters(TypedDict, total=False):
    """Which reviews are delivered; the fields combine with AND."""

    allowed_ratings: List[int]
    """Rating buckets 0-5."""
    allowed_sources: Optional[List[str]]
    """Machine names of platforms."""
    has_text: bool
    """true: only reviews with text."""
    has_images: bool
    """true: only reviews with photos."""


class WebhookFiltersBody(TypedDict, total=False):
    """Which reviews are delivered; the fields combine with AND."""

    allowed_ratings: List[int]
    """Buckets: 5 is exactly 5.0, 4 is 4.0 to below 5.0, 3 and 2 likewise, 1 is below 2.0, 0 is without a rating. Omitted or empty: 1 to 5, every rated review."""
    allowed_sources: Optional[List[str]]
    """Machine names of platforms, case-insensitive; not checked: a misspelled name matches nothing. Omitted, null or empty: all."""
    has_text: bool
    """true: only reviews with text. false does not filter."""
    has_images: bool
    """true: only reviews with photos. false does not filter."""


class WebhookList(TypedDict):
    """A list without pages."""

    data: List[Webhook]


class WebhookPreview(TypedDict):
    """How many recent reviews a webhook would receive."""

    matched: int
    """Reviews that the webhook would receive."""
    of: int
    """Reviews that were judged: the newest 100, or fewer if the account has fewer or may see fewer."""
    week: WebhookPreviewWeek
    """What the webhook would have received in the last seven days."""
    sample_body: str
    """The body of a test event of the first event type in `format`, as text: sample data."""
    unknown_sources: List[str]
    """Names in `allowed_sources` that no platform of `GET /v3/sources` has, in lower case."""


class WebhookPreviewRating(TypedDict):
    """Reviews of one rating, of the last seven days."""

    rating: int
    """The bucket as in `allowed_ratings`: 1-5, and 0 without a rating."""
    sent: int
    """Reviews that the webhook would have received."""
    left_out: int
    """Reviews that its objects or filters leave out."""


class WebhookPreviewWeek(TypedDict):
    """Reviews that were collected for the first time in the last seven days."""

    ratings: List[WebhookPreviewRating]
    """One entry for each of 5, 4, 3, 2, 1, 0."""
    truncated: bool
    """true: the week has more reviews. The newest 2,000 of the account were judged."""


class WebhookRecovery(TypedDict):
    """A request to send failed deliveries again, and its progress."""

    id: int
    """Id of the recovery."""
    state: Literal["running", "finished", "stopped"]
    """`running`, `finished` (every delivery was made due), or `stopped` by a client."""
    matched: int
    """Deliveries that matched when it was created."""
    done: int
    """Deliveries that it has made due so far; their results are in their list."""
    since: str
    """The beginning of the period, included."""
    until: str
    """The end of the period, excluded."""
    statuses: List[Literal["failed", "dead_letter"]]
    """Statuses of the deliveries."""
    created_at: str
    """When it was created."""
    ended_at: Optional[str]
    """When it finished or was stopped; null while it runs."""


class WebhookRecoveryPage(TypedDict):
    """One page of a list. `total` is the number of all items; `limit` and `offset` are as applied."""

    data: List[WebhookRecovery]
    total: int
    limit: int
    offset: int
    has_next: bool


class WebhookStatistics(TypedDict):
    """Figures of the deliveries of a webhook."""

    hours: int
    """Clock hours of the period, the current one included."""
    since: str
    """The beginning of the period."""
    delivered: int
    """Deliveries of status `success` that were created in the period."""
    failed: int
    """Deliveries of status `failed` that were created in the period."""
    dead_letter: int
    """Deliveries of status `dead_letter` that were created in the period."""
    pending: int
    """All deliveries that are pending now, also older ones."""
    oldest_pending_at: Optional[str]
    """When the oldest pending delivery was created."""
    failing_since: Optional[str]
    """When the current series of failed attempts began; null if the last attempt succeeded."""
    p95_ms: Optional[int]
    """95th percentile of the duration of the last attempts of deliveries created in the period, in milliseconds; null without an attempt."""
    max_attempts: int
    """Attempts after which a delivery is given up."""
    retry_waits_s: List[int]
    """Seconds from each failed attempt to the next one; the last value repeats."""
    buckets: List[WebhookStatisticsBucket]
    """One for each hour, oldest first."""


class WebhookStatisticsBucket(TypedDict):
    """Deliveries that were created in one clock hour, by their current status."""

    at: str
    """The beginning of the hour (UTC)."""
    delivered: int
    """Deliveries of status `success`."""
    failed: int
    """Deliveries of status `failed`."""
    dead_letter: int
    """Deliveries of status `dead_letter`."""
    pending: int
    """Deliveries of status `pending`."""
    p95_ms: Optional[int]
    """95th percentile of the duration of their last attempts, in milliseconds; null without an attempt."""
