// Written by `npm run sdk` from the OpenAPI documents, with openapi-typescript.
interface components {
    schemas: {
        /** @description A reply that was accepted; it is published later. */
        AcceptedReply: {
            /**
             * @description The state at acceptance.
             * @enum {string}
             */
            status: "pending";
            /** @description The text to publish or to remove. */
            text: string;
        };
        /** @description Changes of an account. Absent fields stay as they are. */
        AccountChangeBody: {
            /**
             * Format: email
             * @description Address for notices; null: none.
             */
            email?: string | null;
            /** @description New name; one line, without control characters. */
            name?: string;
            /**
             * @description Another plan. A change to `trial` begins a new trial; every other plan has no end.
             * @enum {string}
             */
            plan?: "trial" | "basic" | "full";
            /**
             * @description `suspended`: every request with a key of the account gets 402. `active` lifts the suspension, but does not renew an expired trial.
             * @enum {string}
             */
            status?: "active" | "suspended";
            /** @description Reason of the suspension, shown to the client; 409 if the account is not suspended. */
            suspended_reason?: string | null;
            /**
             * Format: date-time
             * @description End of the trial, which may be in the past; only on the plan `trial`, otherwise 409.
             */
            trial_ends_at?: string;
        };
        /** @description Accounts of the installation. */
        AccountCounts: {
            /**
             * Format: int64
             * @description Accounts whose keys are accepted.
             */
            active: number;
            /**
             * Format: int64
             * @description Accounts that are suspended, or whose trial is over.
             */
            suspended: number;
        };
        /** @description A person to invite. */
        AccountInvitationBody: {
            /**
             * Format: email
             * @description Email address of the person. The person who joins has this address.
             */
            email: string;
            /**
             * @description Role in the account; `owner` if it is absent.
             * @enum {string}
             */
            role?: "viewer" | "member" | "owner";
        };
        /** @description An invitation. */
        AccountInvitationShown: {
            /** @description The link, valid for seven days and used once; shown only here. Without `HREV_PUBLIC_URL` it is a path. */
            link: string;
        };
        /** @description A key of an account, without its secret. */
        AccountKey: {
            /** @description When the key was issued. */
            created_at: string;
            /** @description When the key expires or expired; null: never. */
            expires_at: string | null;
            /**
             * Format: int64
             * @description Id of the key.
             */
            id: number;
            /** @description When the key was last used, to the minute; null: never. */
            last_used_at: string | null;
            /** @description Name of the key. */
            name: string | null;
            /** @description First characters of the key. */
            prefix: string;
            /** @description When the key was revoked; null: it is not revoked. */
            revoked_at: string | null;
            /**
             * @description Scope of the key.
             * @enum {string}
             */
            scope: "read_only" | "propose" | "full" | "master";
            /**
             * @description Only an `active` key is accepted.
             * @enum {string}
             */
            status: "active" | "expired" | "revoked";
        };
        /** @description Limits of the plan; null for no limit. */
        AccountLimits: {
            /** @description Slugs of the platforms in the plan; null is all. */
            allowed_sources: string[] | null;
            /** @description Whether replies may be published. */
            can_publish_replies: boolean;
            /**
             * Format: int64
             * @description Largest number of active objects.
             */
            object_ceiling: number;
            /**
             * Format: int64
             * @description Objects that may be created in 30 days.
             */
            objects_created_per_30_days: number;
            /**
             * Format: int64
             * @description Requests per minute and key.
             */
            requests_per_minute: number;
            /**
             * Format: int64
             * @description Replies that may be published per platform; null is no limit.
             */
            trial_replies_per_source: number | null;
            /**
             * Format: int64
             * @description Latest reviews that are visible per link; null is all.
             */
            visible_reviews_per_link: number | null;
        };
        /** @description The account that the key belongs to. */
        AccountShown: {
            /** @description When an owner closed the account; its data is erased 30 days later. Null: it is not closed. */
            closed_at: string | null;
            /** @description The times of collection. */
            collection: components["schemas"]["CollectionTimes"];
            /** @description Address that notices are mailed to; null if there is none, and for the scopes `read_only` and `propose`. */
            email: string | null;
            /**
             * Format: int64
             * @description Id of the account.
             */
            id: number;
            /** @description Limits of the plan. */
            limits: components["schemas"]["AccountLimits"];
            /** @description Name of the account. */
            name: string;
            /**
             * @description The plan.
             * @enum {string}
             */
            plan: "trial" | "basic" | "full";
            /**
             * @description Scope of the key of this request.
             * @enum {string}
             */
            scope: "read_only" | "propose" | "full" | "master";
            /**
             * @description `suspended`: every other request with a key gets 402.
             * @enum {string}
             */
            status: "active" | "suspended";
            /** @description Why the operator suspended the account; null: no reason. */
            suspended_reason: string | null;
            /** @description What the operator has switched off for all accounts; empty if everything is on. */
            switched_off: components["schemas"]["SwitchedOffShown"][];
            /** @description When the trial ends or ended; null if there is none. */
            trial_ends_at: string | null;
            /** @description Usage of the plan. */
            usage: components["schemas"]["AccountUsageShown"];
        };
        /** @description Usage of the plan by the account. */
        AccountUsageShown: {
            /**
             * Format: int64
             * @description Active objects now.
             */
            active_objects: number;
            /**
             * Format: int64
             * @description Objects created in the last 30 days, including deleted ones.
             */
            objects_created_in_30_days: number;
        };
        /** @description The object and the result for the address. */
        AddedToObject: {
            /** @description The outcome for the address. */
            link_results: components["schemas"]["LinkResult"][];
            /**
             * Format: int64
             * @description The object.
             */
            object_id: number;
        };
        /** @description An account, for the administration. */
        AdminAccount: {
            /** @description When an owner closed the account; its data is erased 30 days later, unless it is resumed. Null: not closed. */
            closed_at: string | null;
            /** @description When the account was created. */
            created_at: string;
            /** @description Address for notices. */
            email: string | null;
            /**
             * Format: int64
             * @description Id of the account.
             */
            id: number;
            /** @description Name of the account. */
            name: string;
            /**
             * @description The plan.
             * @enum {string}
             */
            plan: "trial" | "basic" | "full";
            /**
             * @description `suspended`: requests with a key of the account get 402.
             * @enum {string}
             */
            status: "active" | "suspended";
            /**
             * @description Cause of the suspension: the operator, or the end of the trial.
             * @enum {string|null}
             */
            suspended_by: "operator" | "owner" | "trial_end" | null;
            /** @description Reason given by the operator. */
            suspended_reason: string | null;
            /** @description When the trial ends or ended; null if there is none. */
            trial_ends_at: string | null;
        };
        /** @description What a source lets us read, over all accounts. */
        AdminSource: {
            /** @description How long ago its links were read, by road; links of which no collection has begun come last. */
            ages: components["schemas"]["RoadAgesShown"][];
            /**
             * Format: int64
             * @description Most requests per day; null if this version cannot read the source.
             */
            ceiling: number | null;
            /** @description Name of the source. */
            display_name: string;
            /** @description The fields of its reviews. `review` is the review itself: of the reviews that the pages show, those that were read. */
            drift: components["schemas"]["SourceFieldShown"][];
            /**
             * Format: int64
             * @description Links that are frozen after lasting failures.
             */
            frozen: number;
            /** @description Whether owners sign in at the platform, with the operator's OAuth client. */
            has_oauth_client: boolean;
            /** @description The last 24 hours, oldest first. */
            hours: components["schemas"]["SourceHourShown"][];
            /**
             * @description How the source is read. `both`: with a browser where HTTP alone is refused.
             * @enum {string}
             */
            how: "api" | "http" | "browser" | "both" | "declared" | "removed";
            /**
             * Format: int64
             * @description Id of the source.
             */
            id: number;
            /** @description When a visit last succeeded, within 30 days. */
            last_good_at: string | null;
            /**
             * Format: int64
             * @description Links that are on.
             */
            links: number;
            /** @description Why the source is paused. */
            pause_reason: string | null;
            /** @description Since when the source is paused. */
            paused_at: string | null;
            /**
             * Format: int64
             * @description Requests of the current day (UTC).
             */
            requests_used: number;
            /** @description No visit is made before this time. */
            rests_until: string | null;
            /** @description Short name of the source. */
            slug: string;
            /**
             * @description `paused` by the operator; `resting` after refusals; `failing`: most visits of three hours failed, for several accounts if several have links, and not because of their links; `drift`: an alarm about a field is open; `idle`: no visit in 24 hours.
             * @enum {string}
             */
            state: "paused" | "resting" | "failing" | "drift" | "reading" | "idle";
            /** @description Share of the visits of 24 hours that succeeded, without those that failed because of their link; null without visits. */
            success_24h: number | null;
            /** @description Failed visits of 24 hours, most frequent first. */
            troubles: components["schemas"]["SourceTroubleShown"][];
            /** @description What its pages showed in the last 24 hours and could not be read, the most frequent part first. */
            unread_24h: components["schemas"]["SourceUnreadShown"][];
            /**
             * Format: int64
             * @description Visits of 24 hours.
             */
            visits_24h: number;
        };
        /** @description All sources. */
        AdminSourceList: {
            /** @description The sources, by id. */
            data: components["schemas"]["AdminSource"][];
            /** @description Figures over all sources. */
            totals: components["schemas"]["SourcesTotalsShown"];
        };
        /** @description A source with its roads and events. */
        AdminSourceWhole: {
            /** @description How long ago its links were read, by road; links of which no collection has begun come last. */
            ages: components["schemas"]["RoadAgesShown"][];
            /**
             * Format: int64
             * @description Most requests per day; null if this version cannot read the source.
             */
            ceiling: number | null;
            /** @description Name of the source. */
            display_name: string;
            /** @description The fields of its reviews. `review` is the review itself: of the reviews that the pages show, those that were read. */
            drift: components["schemas"]["SourceFieldShown"][];
            /** @description The last 50 events, latest first. */
            events: components["schemas"]["SourceEventShown"][];
            /**
             * Format: int64
             * @description Links that are frozen after lasting failures.
             */
            frozen: number;
            /** @description Whether owners sign in at the platform, with the operator's OAuth client. */
            has_oauth_client: boolean;
            /** @description The last 24 hours, oldest first. */
            hours: components["schemas"]["SourceHourShown"][];
            /**
             * @description How the source is read. `both`: with a browser where HTTP alone is refused.
             * @enum {string}
             */
            how: "api" | "http" | "browser" | "both" | "declared" | "removed";
            /**
             * Format: int64
             * @description Id of the source.
             */
            id: number;
            /** @description When a visit last succeeded, within 30 days. */
            last_good_at: string | null;
            /**
             * Format: int64
             * @description Links that are on.
             */
            links: number;
            /** @description Why the source is paused. */
            pause_reason: string | null;
            /** @description Since when the source is paused. */
            paused_at: string | null;
            /**
             * Format: int64
             * @description Requests of the current day (UTC).
             */
            requests_used: number;
            /** @description No visit is made before this time. */
            rests_until: string | null;
            /** @description The ways to read reviews, the public one first; empty if this version cannot read the source. */
            roads: components["schemas"]["SourceRoad"][];
            /** @description Short name of the source. */
            slug: string;
            /**
             * @description `paused` by the operator; `resting` after refusals; `failing`: most visits of three hours failed, for several accounts if several have links, and not because of their links; `drift`: an alarm about a field is open; `idle`: no visit in 24 hours.
             * @enum {string}
             */
            state: "paused" | "resting" | "failing" | "drift" | "reading" | "idle";
            /** @description Share of the visits of 24 hours that succeeded, without those that failed because of their link; null without visits. */
            success_24h: number | null;
            /** @description The last trial of a link; null if there is none. */
            trial: components["schemas"]["SourceTrialShown"] | null;
            /** @description Failed visits of 24 hours, most frequent first. */
            troubles: components["schemas"]["SourceTroubleShown"][];
            /** @description What its pages showed in the last 24 hours and could not be read, the most frequent part first. */
            unread_24h: components["schemas"]["SourceUnreadShown"][];
            /**
             * Format: int64
             * @description Visits of 24 hours.
             */
            visits_24h: number;
        };
        /** @description Figures of an object, a folder or the account, by the language of the reviews. */
        AnalyticsByLanguage: {
            /** @description Present only on trial access. */
            access?: components["schemas"]["TrialAccessFigures"];
            /** @description One item per language with reviews, the most frequent first, ties by language. */
            data: components["schemas"]["LanguageSummary"][];
            /** @description Filters as applied. */
            meta: components["schemas"]["SummaryMeta"];
        };
        /** @description The reply times of an object, a folder or the account, in total and by platform. */
        AnalyticsReplyTimes: {
            /** @description Present only on trial access. */
            access?: components["schemas"]["TrialAccessFigures"];
            /** @description One item per platform, ordered by id, including platforms without reviews. */
            by_source: components["schemas"]["ReplyTimesOfSource"][];
            /** @description Filters as applied. */
            meta: components["schemas"]["SummaryMeta"];
            /** @description All platforms together. */
            total: components["schemas"]["ReplyTimes"];
        };
        /** @description Figures of an object, a folder or the account, in total and by platform. */
        AnalyticsSummary: {
            /** @description Present only on trial access. */
            access?: components["schemas"]["TrialAccessFigures"];
            /** @description One item per platform, ordered by id, including platforms without reviews. */
            by_source: components["schemas"]["SourceSummary"][];
            /** @description Filters as applied. */
            meta: components["schemas"]["SummaryMeta"];
            /** @description All platforms together. */
            summary: components["schemas"]["SummaryFigures"];
        };
        /** @description Figures of an object, a folder or the account, by period. */
        AnalyticsTimeseries: {
            /** @description Filters as applied. */
            meta: components["schemas"]["TimeseriesMeta"];
            /** @description One series for each requested platform. */
            series: components["schemas"]["TimeseriesOfSource"][];
        };
        /** @description An approval. */
        ApprovalBody: {
            /** @description The version of the review that the approver has read, from `review_version` of the proposal; absent: the version of the time of the proposal. `review_changed` if the review has another one by now. */
            review_version?: string;
            /** @description The text to publish; absent: the proposed one. */
            text?: string;
        };
        /** @description Who made a change. */
        AuditActor: {
            /**
             * Format: int64
             * @description The account of the key, or the account in which the person acted.
             */
            account_id: number | null;
            /**
             * Format: int64
             * @description Id of the key.
             */
            key_id: number | null;
            /**
             * @description `key`: over the API. `person`: in the console. `cli`: on the command line. `service`: by the service itself.
             * @enum {string}
             */
            kind: "key" | "person" | "cli" | "service";
            /**
             * Format: int64
             * @description Id of the person.
             */
            person_id: number | null;
        };
        /** @description The target of a change. */
        AuditedThing: {
            /**
             * Format: int64
             * @description Id of the target; null if an account has only one target of the kind.
             */
            id: number | null;
            /**
             * @description Kind of the target.
             * @enum {string}
             */
            type: "account" | "key" | "webhook" | "embed" | "webhook_secret" | "connection" | "grant" | "source" | "object" | "installation" | "person" | "invitation" | "factor" | "session" | "job" | "reply" | "link" | "folder" | "delivery" | "export" | "import" | "template" | "view" | "message" | "proposal" | "reply_policy";
        };
        /** @description One change: its actor, time, client address and target, with the fields that differ. */
        AuditEntryShown: {
            /**
             * Format: int64
             * @description The account of the target.
             */
            account_id: number | null;
            /**
             * @description The action.
             * @enum {string}
             */
            action: "account.created" | "account.changed" | "account.invited" | "account.sessions_ended" | "key.issued" | "key.revoked" | "webhook.created" | "webhook.changed" | "webhook.removed" | "embed.created" | "embed.changed" | "embed.removed" | "webhook_secret.created" | "webhook_secret.rotated" | "connection.added" | "connection.replaced" | "connection.changed" | "connection.removed" | "grant.added" | "grant.revoked" | "oauth_client.changed" | "object.confirmed" | "object.unconfirmed" | "secrets.resealed" | "database.restored" | "member.added" | "member.changed" | "member.removed" | "invitation.created" | "invitation.revoked" | "account.closed" | "account.erased" | "object.erased" | "link.erased" | "factor.added" | "factor.removed" | "recovery_codes.created" | "recovery_code.used" | "password.changed" | "session.started" | "session.signed_out" | "sign_in.failed" | "proof.failed" | "session.ended" | "sessions.ended" | "person_link.created" | "source.paused" | "source.resumed" | "source.tried" | "switch.turned_off" | "switch.turned_on" | "job.retried" | "proposal.created" | "proposal.approved" | "proposal.dismissed" | "reply_policy.changed" | "reply.sent" | "reply.changed" | "reply.withdrawn" | "object.created" | "object.changed" | "object.removed" | "link.added" | "link.changed" | "link.removed" | "collection.requested" | "folder.created" | "folder.changed" | "folder.removed" | "reviews.hidden" | "reviews.unhidden" | "pins.changed" | "delivery.redelivered" | "recovery.started" | "recovery.stopped" | "export.requested" | "export.removed" | "reviews.imported" | "import.removed" | "template.created" | "template.changed" | "template.removed" | "view.shared" | "view.changed" | "view.removed" | "webhook.tested" | "message.sent";
            /** @description Who made the change. */
            actor: components["schemas"]["AuditActor"];
            /** @description The target after the change: only the fields that differ. Contains no secrets. */
            after: {
                [key: string]: unknown;
            } | null;
            /** @description When the change was made. */
            at: string;
            /** @description The target before the change: only the fields that differ. Contains no secrets. */
            before: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: int64
             * @description Id of the entry.
             */
            id: number;
            /** @description Address of the client. */
            ip: string | null;
            /** @description The target of the action. */
            target: components["schemas"]["AuditedThing"];
        };
        /** @description A page of the audit trail, newest first. */
        AuditPage: {
            /** @description Entries, newest first. */
            data: components["schemas"]["AuditEntryShown"][];
            /** @description Whether there are older entries. */
            has_next: boolean;
            /** @description Cursor of the next page; null at the end. */
            next_cursor: string | null;
        };
        /** @description Facts for the report of a problem, without secrets and without reviews. */
        BundleShown: {
            /** @description The checks. */
            checks: {
                [key: string]: unknown;
            }[];
            /** @description Events by source. */
            events: {
                [key: string]: unknown;
            };
            /** @description When it was made. */
            generated_at: string;
            /** @description Version of Node. */
            node: string;
            /** @description System and processor. */
            platform: string;
            /** @description The processes. */
            processes: {
                [key: string]: unknown;
            }[];
            /** @description The queues. */
            queues: {
                [key: string]: unknown;
            }[];
            /** @description The settings; `set` in place of texts that may be secret. */
            settings: {
                [key: string]: unknown;
            };
            /** @description The sources. */
            sources: {
                [key: string]: unknown;
            }[];
            /** @description Figures over all sources. */
            totals: {
                [key: string]: unknown;
            };
            /** @description Version of hrev. */
            version: string;
        };
        /** @description The options to change. */
        ChangeEmbedBody: {
            /** @description The options to change; the others stay. */
            options: components["schemas"]["EmbedOptionsBody"];
        };
        /** @description Changes of a folder: at least one field. Absent fields stay as they are. */
        ChangeFolderBody: {
            /** @description Objects to add; the others stay. Not together with `object_ids`. */
            add_object_ids?: number[];
            /** @description New name; one line, without control characters. */
            name?: string;
            /** @description Objects directly in the folder, all of them: a change replaces the whole composition. Repeated ids are no error. */
            object_ids?: number[];
            /**
             * Format: int64
             * @description New parent folder; null: root.
             */
            parent_folder_id?: number | null;
            /** @description Objects to remove; the others stay. Ids that are not in the folder have no effect. Not together with `object_ids`. */
            remove_object_ids?: number[];
        };
        /** @description Changes of a link: at least one field. */
        ChangeLinkBody: {
            /** @description Whether reviews are collected. `true` also ends a pause by the service (`frozen_at`). */
            is_active?: boolean;
            /** @description Whether the link may be shown to others. */
            is_public?: boolean;
            /** @description Name that the client gives the link; null removes it; one line, without control characters. */
            link_name?: string | null;
        };
        /** @description Changes of a webhook. Absent fields stay as they are. */
        ChangeWebhookBody: {
            /**
             * @description `immediate` (default), or `daily_<HOUR>`: once a day at an hour of UTC.
             * @enum {string}
             */
            bucket_window?: "immediate" | "daily_0" | "daily_1" | "daily_2" | "daily_3" | "daily_4" | "daily_5" | "daily_6" | "daily_7" | "daily_8" | "daily_9" | "daily_10" | "daily_11" | "daily_12" | "daily_13" | "daily_14" | "daily_15" | "daily_16" | "daily_17" | "daily_18" | "daily_19" | "daily_20" | "daily_21" | "daily_22" | "daily_23";
            /** @description Events that it receives. */
            event_types?: ("reviews.new" | "replies.new" | "scrape.run.finished" | "reviews.updated" | "reviews.deleted" | "reviews.restored")[];
            /** @description Reviews that it receives; the fields combine with AND. Omitted or null: every rated review. Does not apply to `scrape.run.finished`. Replaced as a whole. */
            filters?: components["schemas"]["WebhookFiltersBody"] | null;
            /**
             * @description Whose message the body is: `hrev` (default), or `slack`, `teams` or `discord` for the incoming webhooks of that service. Only of a webhook created through v3.
             * @enum {string}
             */
            format?: "hrev" | "slack" | "teams" | "discord";
            /** @description Headers that are added to its deliveries, by name, such as `Authorization`. The values may be secrets: they are stored sealed and never returned. Headers of the connection, and those that the service sets, are refused. Replaced as a whole; null or {} removes them. Only of a webhook created through v3. */
            headers?: {
                [key: string]: string;
            } | null;
            /** @description false pauses it, settings are kept; true resumes. */
            is_active?: boolean;
            /** @description Objects of the account. Omitted, null or empty: all, including future ones. Folders are not supported. */
            object_ids?: number[] | null;
            /**
             * Format: uri
             * @description The URL that receives the deliveries: https, a public host, port 443 or from 1024 up, no user name. Checked here and at every connection.
             */
            target?: string;
        };
        /** @description The result of one check of the installation. */
        CheckShown: {
            /** @description What was found. */
            found: string;
            /** @description Name of the check. */
            name: string;
            /** @description Whether the check passed. */
            ok: boolean;
            /** @description What to do; null if the check passed without a warning. */
            remedy: string | null;
            /** @description What to know although the check passed, such as a version with a known fault; null if there is nothing. */
            warning: string | null;
        };
        /** @description How many deliveries to claim, and how long to wait for one. */
        ClaimBody: {
            /**
             * Format: int64
             * @description At most so many, by default 20.
             */
            limit?: number;
            /**
             * Format: int64
             * @description How long to wait if no delivery is due; 0 by default. Requests of the console do not wait.
             */
            wait_seconds?: number;
        };
        /** @description A claimed delivery: what the client sends to its receiver. */
        ClaimedWebhookDelivery: {
            /**
             * Format: int64
             * @description The number of the attempt, from 1.
             */
            attempt: number;
            /** @description The body, as text: its bytes in UTF-8 are signed. */
            body: string;
            /**
             * Format: int64
             * @description As `X-Hrev-Delivery-Id`.
             */
            delivery_id: number;
            /** @description The headers of the request, with a signature of this moment. */
            headers: {
                [key: string]: string;
            };
            /** @description Names the lease of the client on the delivery. */
            lease: string;
            /** @description When the delivery may be claimed again, 60 seconds after the claim. */
            lease_expires_at: string;
            /**
             * @description The method of the request.
             * @enum {string}
             */
            method: "POST";
        };
        /** @description What came of a claimed delivery. */
        ClaimResult: {
            /**
             * Format: int64
             * @description The delivery.
             */
            delivery_id: number;
            /**
             * Format: int64
             * @description How long the attempt took, in milliseconds; 0 by default.
             */
            duration_ms?: number;
            /**
             * @description Why no valid response arrived.
             * @enum {string}
             */
            error?: "timeout" | "dns" | "tls" | "refused" | "unreachable" | "reset" | "bad_answer" | "aborted";
            /** @description As the claim returned it. */
            lease: string;
            /** @description true: it was not sent. It counts as no attempt, and may be claimed again at once. */
            released?: boolean;
            /** @description The beginning of the body of the response, to be shown with the attempt. */
            response_body?: string;
            /** @description Headers of the response, to be shown with the attempt. */
            response_headers?: {
                [key: string]: string;
            };
            /**
             * Format: int64
             * @description Status of the response of the receiver.
             */
            status?: number;
        };
        /** @description What came of claimed deliveries. */
        ClaimResultsBody: {
            /** @description One for each delivery. Exactly one of `status`, `error` and `released` says what the result was. */
            results: components["schemas"]["ClaimResult"][];
        };
        /** @description A collection that was accepted. */
        CollectAccepted: {
            /**
             * Format: int64
             * @description The run that collects the links. If an open run already contains them, its id.
             */
            run_id: number;
        };
        /** @description A collection run: when it ran, what started it, and its result. */
        CollectionRun: {
            /**
             * @description `first`: the links were new; `manual`: it was requested.
             * @enum {string}
             */
            cause: "first" | "scheduled" | "manual";
            /**
             * Format: int64
             * @description Known reviews that had changed.
             */
            changed: number;
            /** @description When it was planned. */
            created_at: string;
            /**
             * Format: int64
             * @description Reviews found deleted on the platform.
             */
            deleted: number;
            /** @description When the last link of the run ended; null while it is open. */
            finished_at: string | null;
            /**
             * Format: int64
             * @description How many links it contains.
             */
            link_count: number;
            /**
             * Format: int64
             * @description Reviews that were new.
             */
            new: number;
            /**
             * Format: int64
             * @description The run.
             */
            run_id: number;
            /**
             * @description `success`: every link was collected; `partial`: some were; `failed`: none was; `dropped`: all were disabled or deleted before they were collected. `pending` and `in_progress` have links that have not ended.
             * @enum {string}
             */
            status: "pending" | "in_progress" | "success" | "partial" | "failed" | "dropped";
        };
        /** @description A collection run with each of its links. */
        CollectionRunDetail: {
            /**
             * @description `first`: the links were new; `manual`: it was requested.
             * @enum {string}
             */
            cause: "first" | "scheduled" | "manual";
            /**
             * Format: int64
             * @description Known reviews that had changed.
             */
            changed: number;
            /** @description When it was planned. */
            created_at: string;
            /**
             * Format: int64
             * @description Reviews found deleted on the platform.
             */
            deleted: number;
            /** @description When the last link of the run ended; null while it is open. */
            finished_at: string | null;
            /**
             * Format: int64
             * @description How many links it contains.
             */
            link_count: number;
            /** @description Its links, at most 100, ordered by id. */
            links: components["schemas"]["CollectionRunLink"][];
            /**
             * Format: int64
             * @description Reviews that were new.
             */
            new: number;
            /**
             * Format: int64
             * @description The run.
             */
            run_id: number;
            /**
             * @description `success`: every link was collected; `partial`: some were; `failed`: none was; `dropped`: all were disabled or deleted before they were collected. `pending` and `in_progress` have links that have not ended.
             * @enum {string}
             */
            status: "pending" | "in_progress" | "success" | "partial" | "failed" | "dropped";
        };
        /** @description The part of one link in a run. */
        CollectionRunLink: {
            /**
             * Format: int64
             * @description How many times its collection was attempted.
             */
            attempts: number;
            /**
             * Format: int64
             * @description Known reviews that had changed.
             */
            changed: number;
            /**
             * Format: int64
             * @description Reviews found deleted on the platform.
             */
            deleted: number;
            /** @description When its part of the run ended; null before that. */
            ended_at: string | null;
            /** @description Whether all reviews of the link were to be read, not only the new ones. */
            is_full: boolean;
            /**
             * Format: int64
             * @description The link; it may have been deleted since.
             */
            link_id: number;
            /**
             * Format: int64
             * @description Reviews that were new.
             */
            new: number;
            /**
             * @description Result; `dropped`: the link was disabled or deleted before it was collected. Null until it has ended.
             * @enum {string|null}
             */
            outcome: "success" | "failed" | "dropped" | null;
            /**
             * Format: int64
             * @description Pages read.
             */
            pages: number;
            /**
             * Format: int64
             * @description Reviews read.
             */
            read: number;
            /** @description Why the collection failed, as in `scrape_error` of the link. */
            scrape_error: string | null;
            /** @description When the first attempt began; null before it. */
            started_at: string | null;
            /**
             * @description `queued` includes links that wait for another attempt.
             * @enum {string}
             */
            state: "queued" | "running" | "ended";
            /** @description Why reading ended: `complete`, `known_reached`, `window_limit`, `count_mismatch`, `unread`, or the code of the failure. */
            stop_reason: string | null;
        };
        /** @description A collection run, and on request the parts of the links of an object in it. */
        CollectionRunOfObject: {
            /**
             * @description `first`: the links were new; `manual`: it was requested.
             * @enum {string}
             */
            cause: "first" | "scheduled" | "manual";
            /**
             * Format: int64
             * @description Known reviews that had changed.
             */
            changed: number;
            /** @description When it was planned. */
            created_at: string;
            /**
             * Format: int64
             * @description Reviews found deleted on the platform.
             */
            deleted: number;
            /** @description When the last link of the run ended; null while it is open. */
            finished_at: string | null;
            /**
             * Format: int64
             * @description How many links it contains.
             */
            link_count: number;
            /** @description The links of the object, ordered by id; null without `include_links`. */
            links: components["schemas"]["CollectionRunLink"][] | null;
            /**
             * Format: int64
             * @description Reviews that were new.
             */
            new: number;
            /**
             * Format: int64
             * @description The run.
             */
            run_id: number;
            /**
             * @description `success`: every link was collected; `partial`: some were; `failed`: none was; `dropped`: all were disabled or deleted before they were collected. `pending` and `in_progress` have links that have not ended.
             * @enum {string}
             */
            status: "pending" | "in_progress" | "success" | "partial" | "failed" | "dropped";
        };
        /** @description The times of collection, which are the same for every account of the installation. */
        CollectionTimes: {
            /**
             * Format: int64
             * @description Seconds between two collections of a link that is read from public pages.
             */
            every_seconds: number;
            /**
             * Format: int64
             * @description `POST /v3/objects/{object_id}/collect` skips links that were collected less than this many seconds ago.
             */
            min_gap_seconds: number;
            /**
             * Format: int64
             * @description Seconds between two collections of a link that is read by its owner (`read_by`); roads with `min_every_seconds` are read less often.
             */
            owner_every_seconds: number;
        };
        /** @description The figures of an object in the compared range. */
        ComparedFigures: {
            /** @description Mean of the ratings; null if no review is rated. */
            avg_rating: number | null;
            /**
             * Format: int64
             * @description Number of reviews.
             */
            review_count: number;
        };
        /** @description Whether the operator has confirmed that an object belongs to its account. */
        ConfirmationShown: {
            /**
             * Format: int64
             * @description The account that the object belongs to.
             */
            account_id: number;
            /** @description When the object was confirmed; null if it is not confirmed. */
            confirmed_at: string | null;
            /**
             * Format: int64
             * @description The object.
             */
            object_id: number;
            /** @description Name of the object. */
            object_name: string;
        };
        /** @description A new account with its first keys. */
        CreatedAccount: {
            /** @description When an owner closed the account; its data is erased 30 days later, unless it is resumed. Null: not closed. */
            closed_at: string | null;
            /** @description When the account was created. */
            created_at: string;
            /** @description Address for notices. */
            email: string | null;
            /**
             * Format: int64
             * @description Id of the account.
             */
            id: number;
            /** @description The two keys of a new account. */
            keys: components["schemas"]["NewAccountKeys"];
            /** @description Name of the account. */
            name: string;
            /**
             * @description The plan.
             * @enum {string}
             */
            plan: "trial" | "basic" | "full";
            /**
             * @description `suspended`: requests with a key of the account get 402.
             * @enum {string}
             */
            status: "active" | "suspended";
            /**
             * @description Cause of the suspension: the operator, or the end of the trial.
             * @enum {string|null}
             */
            suspended_by: "operator" | "owner" | "trial_end" | null;
            /** @description Reason given by the operator. */
            suspended_reason: string | null;
            /** @description When the trial ends or ended; null if there is none. */
            trial_ends_at: string | null;
        };
        /** @description What a web page shows: the reviews of one object, or of one folder with its subfolders. */
        CreateEmbedBody: {
            /**
             * Format: int64
             * @description The folder, instead of an object.
             */
            folder_id?: number;
            /**
             * Format: int64
             * @description The object.
             */
            object_id?: number;
            /** @description Which reviews, and how. */
            options?: components["schemas"]["EmbedOptionsBody"];
        };
        /** @description A folder to create. */
        CreateFolderBody: {
            /** @description Name of the folder; one line, without control characters. */
            name: string;
            /** @description Objects directly in the folder, all of them: a change replaces the whole composition. Repeated ids are no error. */
            object_ids?: number[];
            /**
             * Format: int64
             * @description Parent folder; null or absent: none. The parent must be a root folder.
             */
            parent_folder_id?: number | null;
        };
        /** @description An object to create, with the pages to collect from. */
        CreateObjectBody: {
            /** @description Pages of the object, at most one per platform. */
            links?: components["schemas"]["LinkAddress"][];
            /** @description Name of the object; one line, without control characters. */
            name: string;
        };
        /** @description A new object and the result for each address. */
        CreateResult: {
            /** @description When the object was created. */
            created_at: string;
            /**
             * Format: int64
             * @description Id of the object.
             */
            id: number;
            /** @description The result for each address, in request order. */
            link_results: components["schemas"]["LinkResult"][];
            /** @description Name of the object. */
            name: string;
            /**
             * Format: int64
             * @description Owner.
             */
            user_id: number;
        };
        /** @description A webhook to create. */
        CreateWebhookBody: {
            /**
             * @description `immediate` (default), or `daily_<HOUR>`: once a day at an hour of UTC.
             * @enum {string}
             */
            bucket_window?: "immediate" | "daily_0" | "daily_1" | "daily_2" | "daily_3" | "daily_4" | "daily_5" | "daily_6" | "daily_7" | "daily_8" | "daily_9" | "daily_10" | "daily_11" | "daily_12" | "daily_13" | "daily_14" | "daily_15" | "daily_16" | "daily_17" | "daily_18" | "daily_19" | "daily_20" | "daily_21" | "daily_22" | "daily_23";
            /** @description Events that it receives. */
            event_types: ("reviews.new" | "replies.new" | "scrape.run.finished" | "reviews.updated" | "reviews.deleted" | "reviews.restored")[];
            /** @description Reviews that it receives; the fields combine with AND. Omitted or null: every rated review. Does not apply to `scrape.run.finished`. */
            filters?: components["schemas"]["WebhookFiltersBody"] | null;
            /**
             * @description Whose message the body is: `hrev` (default), or `slack`, `teams` or `discord` for the incoming webhooks of that service.
             * @enum {string}
             */
            format?: "hrev" | "slack" | "teams" | "discord";
            /** @description Headers that are added to its deliveries, by name, such as `Authorization`. The values may be secrets: they are stored sealed and never returned. Headers of the connection, and those that the service sets, are refused. */
            headers?: {
                [key: string]: string;
            } | null;
            /** @description true: a webhook without a target. A client claims its deliveries with `POST /v3/webhooks/{webhook_id}/claims`, as `hrev listen` does. */
            listener?: boolean;
            /** @description Objects of the account. Omitted, null or empty: all, including future ones. Folders are not supported. */
            object_ids?: number[] | null;
            /**
             * Format: uri
             * @description The URL that receives the deliveries: https, a public host, port 443 or from 1024 up, no user name. Checked here and at every connection. Required, except of a listener, which has none.
             */
            target?: string;
        };
        /** @description Webhook deliveries of all accounts. */
        DeliveryCounts: {
            /**
             * Format: int64
             * @description Deliveries without another attempt after the last retry, in the last 24 hours.
             */
            dead_letter: number;
            /**
             * Format: int64
             * @description Deliveries that failed permanently in the last 24 hours.
             */
            failed: number;
            /**
             * Format: int64
             * @description Deliveries to webhooks that wait for their next attempt.
             */
            pending: number;
        };
        /** @description The result that an address would have if it were added. */
        DetectedLink: {
            /** @description Address of the page in canonical form; null if no page of an object was detected. */
            canonical_url: string | null;
            /** @description The reason for the refusal as text; null if the address was linked. */
            error: string | null;
            /**
             * @description The reason for the refusal as a stable code; null if the address was linked.
             * @enum {string|null}
             */
            error_code: "source_not_detected" | "source_url_invalid" | "source_requires_upgrade" | "source_already_linked" | "link_already_added" | null;
            /** @description A short address, whose page is found by the first collection. */
            is_short: boolean;
            /**
             * Format: int64
             * @description The new link; null if the address was refused.
             */
            link_id: number | null;
            /** @description Custom name of the link; null if it has none. */
            link_name: string | null;
            /** @description Machine name of the platform; null if none was detected. */
            source_name: string | null;
            /** @description The address as it was sent. */
            url: string;
        };
        /** @description Addresses whose platforms are to be detected. */
        DetectLinksBody: {
            /**
             * Format: int64
             * @description Object to which the addresses would be added: its links are taken into account. Null or absent: a new object.
             */
            object_id?: number | null;
            /** @description Addresses of pages on the platforms. Each is decided by itself, so they may belong to different objects. */
            urls: string[];
        };
        /** @description A dismissal. */
        DismissalBody: {
            /** @description Why it is dismissed. */
            reason?: string | null;
        };
        /** @description A public token with which web pages show reviews. */
        Embed: {
            /** @description When it was created. */
            created_at: string;
            /**
             * Format: int64
             * @description The folder; null for an object.
             */
            folder_id: number | null;
            /**
             * Format: int64
             * @description Id of the embed.
             */
            id: number;
            /**
             * Format: int64
             * @description The object; null for a folder.
             */
            object_id: number | null;
            /** @description Which reviews are shown, and how. */
            options: components["schemas"]["EmbedOptions"];
            /** @description In the address `/v3/embed/{token}.json`. It is public. */
            token: string;
            /** @description When it was last changed. */
            updated_at: string;
        };
        /** @description Which reviews are shown, and how. */
        EmbedOptions: {
            /**
             * @description Language of the words around the reviews; null: that of the page.
             * @enum {string|null}
             */
            language: "en" | "de" | "fr" | "es" | "it" | "nl" | "ru" | "ar" | "he" | null;
            /**
             * Format: int64
             * @description How many reviews are shown.
             */
            limit: number;
            /**
             * Format: int64
             * @description Only reviews with this rating or a higher one; the page says so. Null: all, also those without a rating.
             */
            min_rating: number | null;
            /**
             * @description Order; pinned reviews of an object come first.
             * @enum {string}
             */
            sort: "newest" | "oldest" | "highest" | "lowest";
            /** @description Only these platforms; the page says so. Empty: all. */
            source_ids: number[];
            /**
             * Format: int64
             * @description Characters of a text; longer ones end with `…`. 0: no texts.
             */
            text_length: number;
            /**
             * @description `auto` follows the setting of the reader.
             * @enum {string}
             */
            theme: "auto" | "light" | "dark";
            /** @description Above the reviews; null: the name of the object, and nothing for a folder. */
            title: string | null;
        };
        /** @description Which reviews are shown, and how. Absent fields have their defaults, or stay as they are in a change. */
        EmbedOptionsBody: {
            /**
             * @description Language of the words around the reviews; null: that of the page.
             * @enum {string|null}
             */
            language?: "en" | "de" | "fr" | "es" | "it" | "nl" | "ru" | "ar" | "he" | null;
            /**
             * Format: int64
             * @description How many reviews are shown.
             */
            limit?: number;
            /**
             * Format: int64
             * @description Only reviews with this rating or a higher one; the page says so. Null: all, also those without a rating.
             */
            min_rating?: number | null;
            /**
             * @description Order; pinned reviews of an object come first.
             * @enum {string}
             */
            sort?: "newest" | "oldest" | "highest" | "lowest";
            /** @description Only these platforms; the page says so. Empty: all. */
            source_ids?: number[];
            /**
             * Format: int64
             * @description Characters of a text; longer ones end with `…`. 0: no texts.
             */
            text_length?: number;
            /**
             * @description `auto` follows the setting of the reader.
             * @enum {string}
             */
            theme?: "auto" | "light" | "dark";
            /** @description Above the reviews; null: the name of the object, and nothing for a folder; one line, without control characters. */
            title?: string | null;
        };
        /** @description Sessions that ended. */
        EndedSessionsShown: {
            /**
             * Format: int64
             * @description Number of sessions.
             */
            ended: number;
        };
        /** @description Figures of the reviews of a delivery. */
        EventSummary: {
            /** @description Average of the rated reviews; null if there are none. */
            average_rating: number | null;
            /** @description Reviews by machine name of the platform. */
            by_source: {
                [key: string]: number;
            };
            /**
             * Format: int64
             * @description Ratings below 3.
             */
            negative_rating_count: number;
            /**
             * Format: int64
             * @description Reviews in the delivery.
             */
            review_count: number;
        };
        /** @description A file of reviews, and the progress of its writing. */
        Export: {
            /**
             * Format: int64
             * @description Size of the file so far.
             */
            bytes: number;
            /** @description When it was requested. */
            created_at: string;
            /** @description When it was finished or failed; null before. */
            ended_at: string | null;
            /**
             * @description Why it failed: the object or folder is gone, files would take too much space (`too_large`), or writing it failed five times (`internal`).
             * @enum {string|null}
             */
            error: "not_found" | "folder_not_found" | "too_large" | "internal" | null;
            /** @description When it is removed: 24 hours after the request. */
            expires_at: string;
            /**
             * @description The form of the file.
             * @enum {string}
             */
            format: "csv" | "jsonl";
            /**
             * Format: int64
             * @description Id of the export.
             */
            id: number;
            /**
             * Format: int64
             * @description Reviews in the file so far.
             */
            rows: number;
            /**
             * @description `queued`, `running`, `finished` (the file can be read), or `failed`.
             * @enum {string}
             */
            state: "queued" | "running" | "finished" | "failed";
            /**
             * Format: int64
             * @description Reviews that matched when the writing began; null before.
             */
            total: number | null;
        };
        /** @description Work that failed for good. */
        FailedJobShown: {
            /**
             * Format: int64
             * @description The account.
             */
            account_id: number;
            /**
             * Format: int64
             * @description Attempts so far.
             */
            attempts: number;
            /** @description When it failed; of a reply, when it was accepted. */
            failed_at: string;
            /** @description Id of the job: the queue and the id of its row. */
            id: string;
            /**
             * @description The kind of work.
             * @enum {string}
             */
            queue: "collection" | "deliveries" | "replies" | "mail";
            /** @description Why it failed. */
            reason: string;
            /**
             * Format: int64
             * @description The link, the webhook, the review or the mail, by queue.
             */
            subject_id: number;
        };
        /** @description The figures of one object, as in its summary. */
        FiguresOfObject: {
            /** @description Mean of the ratings, 1-5, rounded half up to two decimals. */
            avg_rating: number | null;
            /** @description The range `compare_from` to `compare_to`; null if neither is given. */
            before: components["schemas"]["ComparedFigures"] | null;
            /** @description Collected reviews divided by those that the platforms state, 0-1, over the links whose platform states a number; null if there is none. It does not depend on dates and ratings. */
            completeness: number | null;
            /** @description Name of the object. */
            name: string;
            /**
             * Format: int64
             * @description The object.
             */
            object_id: number;
            /**
             * Format: int64
             * @description Number of reviews, including hidden and excluding deleted ones.
             */
            review_count: number;
            /**
             * Format: int64
             * @description Reviews with a reply.
             */
            total_with_reply: number;
            /**
             * Format: int64
             * @description Reviews of the buckets 1 and 2 without a reply.
             */
            unanswered_negative: number;
        };
        /** @description A folder with its objects and subfolders. */
        Folder: {
            /** @description When the folder was created. */
            created_at: string;
            /**
             * Format: int64
             * @description Id of the folder.
             */
            id: number;
            /** @description Name of the folder. */
            name: string;
            /** @description Objects directly in this folder, by id, without those of subfolders. Disabled objects are included, deleted ones are not. */
            objects: components["schemas"]["ObjectInFolder"][];
            /**
             * Format: int64
             * @description Parent folder; null for a root folder.
             */
            parent_folder_id: number | null;
            /** @description Subfolders by name (Unicode order, upper and lower case together), then by id. Empty inside a subfolder. */
            subfolders: components["schemas"]["Subfolder"][];
            /**
             * Format: int64
             * @description Owner and creator.
             */
            user_id: number;
        };
        /** @description Links that are frozen for one reason. */
        FrozenReasonShown: {
            /** @description Code of `scrape_error`. */
            code: string;
            /**
             * Format: int64
             * @description Number of links.
             */
            links: number;
        };
        /** @description The query of `GET /v3/analytics`. */
        GetAnalyticsQuery: {
            /**
             * Format: int64
             * @description A whole folder with its subfolders.
             */
            folder_id?: number;
            /** @description Only reviews in these languages: two-letter or three-letter codes, `und` for those without a known one; empty: all. */
            languages?: string[];
            /**
             * @description Inclusive maximum.
             * @default 5
             */
            max_rating?: number;
            /**
             * @description Inclusive minimum. Reviews without a rating are counted only with 0.
             * @default 1
             */
            min_rating?: number;
            /**
             * Format: int64
             * @description The object. Without `object_id` and `folder_id`, the whole account.
             */
            object_id?: number;
            /**
             * @description `collected`: without the reviews that only imports have brought. `imported`: only those. Counters have both if it is not given.
             * @enum {string}
             */
            provenance?: "collected" | "imported";
            /**
             * Format: date
             * @description Inclusive lower bound of `review_date`; 2000-01-01 if it is not given. Undated reviews are counted only if neither bound is given.
             */
            published_from?: string;
            /**
             * Format: date
             * @description Inclusive upper bound of `review_date`; today (UTC) if it is not given.
             */
            published_to?: string;
            /**
             * @description `account`: the whole account, which is also the default. Not together with `object_id` or `folder_id`.
             * @enum {string}
             */
            scope?: "account";
            /**
             * @description Only these platforms, ids from `GET /sources`; empty: all platforms.
             * @default []
             */
            source_ids?: number[];
            /**
             * @description Only these platforms, slugs from `GET /v3/sources`, in addition to those of `source_ids`.
             * @default []
             */
            source_slugs?: string[];
        };
        /** @description The query of `GET /v3/analytics/reply-times`. */
        GetReplyTimesQuery: {
            /**
             * Format: int64
             * @description A whole folder with its subfolders.
             */
            folder_id?: number;
            /** @description Only reviews in these languages: two-letter or three-letter codes, `und` for those without a known one; empty: all. */
            languages?: string[];
            /**
             * @description Inclusive maximum.
             * @default 5
             */
            max_rating?: number;
            /**
             * @description Inclusive minimum. Reviews without a rating are counted only with 0.
             * @default 1
             */
            min_rating?: number;
            /**
             * Format: int64
             * @description The object. Without `object_id` and `folder_id`, the whole account.
             */
            object_id?: number;
            /**
             * @description `collected`: without the reviews that only imports have brought. `imported`: only those. Counters have both if it is not given.
             * @enum {string}
             */
            provenance?: "collected" | "imported";
            /**
             * Format: date
             * @description Inclusive lower bound of `review_date`; 2000-01-01 if it is not given. Undated reviews are counted only if neither bound is given.
             */
            published_from?: string;
            /**
             * Format: date
             * @description Inclusive upper bound of `review_date`; today (UTC) if it is not given.
             */
            published_to?: string;
            /**
             * @description `account`: the whole account, which is also the default. Not together with `object_id` or `folder_id`.
             * @enum {string}
             */
            scope?: "account";
            /**
             * @description Only these platforms, ids from `GET /sources`; empty: all platforms.
             * @default []
             */
            source_ids?: number[];
            /**
             * @description Only these platforms, slugs from `GET /v3/sources`, in addition to those of `source_ids`.
             * @default []
             */
            source_slugs?: string[];
        };
        /** @description The query of `GET /v3/reviews/{review_id}`. */
        GetReviewQuery: {
            /**
             * @description Also if it was deleted on the platform.
             * @default false
             */
            include_deleted?: boolean;
            /**
             * @description Adds `raw_review`, the platform's own record.
             * @default false
             */
            include_raw?: boolean;
            /**
             * @description Fills `positive` and `negative` if the platform has the two parts.
             * @default false
             */
            separate_pos_neg?: boolean;
            /**
             * @description Also if it is hidden.
             * @default false
             */
            show_hidden?: boolean;
        };
        /** @description The query of `GET /v3/analytics/timeseries`. */
        GetTimeseriesQuery: {
            /**
             * Format: int64
             * @description A whole folder with its subfolders.
             */
            folder_id?: number;
            /**
             * @description Length of a period.
             * @default month
             * @enum {string}
             */
            granularity?: "day" | "week" | "month";
            /** @description Only reviews in these languages: two-letter or three-letter codes, `und` for those without a known one; empty: all. */
            languages?: string[];
            /**
             * @description Inclusive maximum.
             * @default 5
             */
            max_rating?: number;
            /**
             * @description Inclusive minimum.
             * @default 1
             */
            min_rating?: number;
            /**
             * Format: int64
             * @description The object. Exactly one of `object_id`, `folder_id` and `scope` is required.
             */
            object_id?: number;
            /**
             * @description `collected`: without the reviews that only imports have brought. `imported`: only those. Counters have both if it is not given.
             * @enum {string}
             */
            provenance?: "collected" | "imported";
            /**
             * Format: date
             * @description Inclusive lower bound of `review_date`; 90 days ago if it is not given. A range of more than 4000 periods is rejected.
             */
            published_from?: string;
            /**
             * Format: date
             * @description Inclusive upper bound of `review_date`; today (UTC) if it is not given.
             */
            published_to?: string;
            /**
             * @description `account`: the whole account. Not together with `object_id` or `folder_id`.
             * @enum {string}
             */
            scope?: "account";
            /**
             * @description Platforms, one series for each, in this order; `0` is the series of all platforms together. It is the only series if neither `source_ids` nor `source_slugs` is given.
             * @default []
             */
            source_ids?: number[];
            /**
             * @description Platforms by their slugs, from `GET /v3/sources`; their series follow those of `source_ids`.
             * @default []
             */
            source_slugs?: string[];
        };
        /** @description The query of `GET /v3/webhooks/{webhook_id}/statistics`. */
        GetWebhookStatisticsQuery: {
            /**
             * Format: int64
             * @description Clock hours, the current one included.
             * @default 24
             */
            hours?: number;
        };
        /** @description The API is available. */
        HealthShown: {
            /**
             * @description Always `healthy`.
             * @enum {string}
             */
            status: "healthy";
        };
        /** @description How many reviews of the object are hidden now. */
        HiddenCount: {
            /** @description The result as a text, for display. */
            detail: string;
            /**
             * Format: int64
             * @description How many reviews of the object are hidden now.
             */
            hidden_count: number;
        };
        /** @description A review that was hidden. */
        HiddenReview: {
            /** @description As the platform shows it; surnames are masked. */
            author: string | null;
            /** @description When the service detected that it disappeared. */
            deleted_at: string | null;
            /** @description The platform's own id of the review, or a stable hash if it has none. */
            external_review_id: string;
            /** @description Whether `images` has any items. */
            has_images: boolean;
            /** @description Whether `videos` has any items. */
            has_videos: boolean;
            /** @description When it was hidden. */
            hidden_at: string;
            /**
             * Format: int64
             * @description The same id appears in webhook events.
             */
            id: number;
            /** @description Attached images. */
            images: components["schemas"]["ReviewImage"][];
            /** @description The review disappeared from the platform. */
            is_deleted: boolean;
            /** @description Hidden in the object. Absent where no single object is addressed. */
            is_hidden?: boolean;
            /** @description Pinned in the object. Absent where no single object is addressed. */
            is_pinned?: boolean;
            /** @description Language of `text`, detected by the service, as a primary subtag of BCP 47; `und` if it is unknown. */
            language: string;
            /** @description When a collection saw it last. */
            last_seen_at: string;
            /**
             * Format: int64
             * @description The link from which it was collected.
             */
            link_id: number;
            /** @description Disadvantages; filled with `separate_pos_neg=true`. */
            negative: string | null;
            /**
             * Format: int64
             * @description The object.
             */
            object_id: number;
            /**
             * Format: int64
             * @description Position among the pinned reviews, from 0. Absent where no single object is addressed.
             */
            pin_position?: number | null;
            /** @description Advantages; filled with `separate_pos_neg=true`. */
            positive: string | null;
            /** @description Where the review is from. */
            provenance: components["schemas"]["ReviewProvenance"];
            /** @description The rating on the scale 1-5, at most two decimals. */
            rating: number | null;
            /** @description The rating on the platform's own scale, not converted. */
            rating_original: string | null;
            /** @description The platform's own record without personal data; with `include_raw=true`. */
            raw_review?: {
                [key: string]: unknown;
            };
            /** @description Date of the reply, in UTC on every platform. */
            reply_date: string | null;
            /** @description The organization's reply, by any author. */
            reply_text: string | null;
            /** @description The platform's local time, as the platform shows it. */
            review_date: string | null;
            /** @description Direct link on the platform. */
            review_url: string | null;
            /**
             * Format: int64
             * @description Platform.
             */
            source_id: number;
            /** @description Machine name of the platform. */
            source_slug: string;
            /** @description The text; its parts are joined by a blank line. */
            text: string | null;
            /** @description When anything visible to clients last changed. */
            updated_at: string;
            /** @description Attached videos. */
            videos: components["schemas"]["ReviewVideo"][];
        };
        /** @description Reviews to be hidden. */
        HideBody: {
            /** @description Reviews of the object to hide. Repeated ids and reviews that are already hidden are no error. */
            review_ids: number[];
        };
        /** @description A file of objects and addresses of their pages. */
        ImportBody: {
            /** @description The text of the file, at most 1,000 lines, with `dry_run=true` 5,000. CSV has a first row with the columns `name`, `url` (which may be repeated) and `object_id`; a cell may have several addresses. A line of JSON is `{"name", "urls", "object_id"}`. */
            file: string;
            /**
             * @description The form of the file.
             * @enum {string}
             */
            format: "csv" | "jsonl";
        };
        /** @description What a line of a file did, or would do. */
        ImportedLine: {
            /** @description Why the line was refused, as text; null otherwise. */
            error: string | null;
            /** @description The same as a stable code. */
            error_code: string | null;
            /**
             * Format: int64
             * @description The number of the line, from 1; in CSV that of the row.
             */
            line: number;
            /** @description The result for each address of the line. */
            link_results: components["schemas"]["LinkResult"][];
            /** @description The name in the line; null if it cannot be read. */
            name: string | null;
            /**
             * Format: int64
             * @description The object; null for a refused line, and for an object that a dry run would create.
             */
            object_id: number | null;
            /**
             * @description `created`: a new object. `links_added`: new links of an object that was there. `present`: everything was there. `refused`: nothing was done.
             * @enum {string}
             */
            result: "created" | "links_added" | "present" | "refused";
            /** @description In a dry run, other objects that may be the one of the line, at most ten; otherwise empty. */
            similar: components["schemas"]["SimilarToLine"][];
        };
        /** @description What a line of a file of reviews did, or would do. */
        ImportedReviewLine: {
            /** @description Why the line was refused, as text; null otherwise. */
            error: string | null;
            /** @description The same as a stable code. */
            error_code: string | null;
            /**
             * Format: int64
             * @description The number of the line, from 1.
             */
            line: number;
            /**
             * @description `created`: a new review. `updated`: a review of an earlier import was changed. `present`: the review was there. `refused`: nothing was done.
             * @enum {string}
             */
            result: "created" | "updated" | "present" | "refused";
            /**
             * Format: int64
             * @description The stored review; null for a refused line, and for a review that a dry run would create.
             */
            review_id: number | null;
        };
        /** @description What an import did, or would do. */
        ImportedReviews: {
            /** @description One result per line, in their order. */
            data: components["schemas"]["ImportedReviewLine"][];
            /**
             * Format: int64
             * @description The import; null if it changed nothing.
             */
            import_id: number | null;
        };
        /** @description The query of `POST /v3/imports`. */
        ImportObjectsQuery: {
            /**
             * @description Only says what would happen.
             * @default false
             */
            dry_run?: boolean;
        };
        /** @description The query of `POST /v3/review-imports`. */
        ImportReviewsQuery: {
            /**
             * @description Only says what would happen.
             * @default false
             */
            dry_run?: boolean;
        };
        /** @description A new key with its text, which is shown only once. */
        IssuedAccountKey: {
            /** @description When the key was issued. */
            created_at: string;
            /** @description When the key expires or expired; null: never. */
            expires_at: string | null;
            /**
             * Format: int64
             * @description Id of the key.
             */
            id: number;
            /** @description The text of the key; shown only once. */
            key: string;
            /** @description When the key was last used, to the minute; null: never. */
            last_used_at: string | null;
            /** @description Name of the key. */
            name: string | null;
            /** @description First characters of the key. */
            prefix: string;
            /** @description When the key was revoked; null: it is not revoked. */
            revoked_at: string | null;
            /**
             * @description Scope of the key.
             * @enum {string}
             */
            scope: "read_only" | "propose" | "full" | "master";
            /**
             * @description Only an `active` key is accepted.
             * @enum {string}
             */
            status: "active" | "expired" | "revoked";
        };
        /** @description Figures of the reviews in one language. */
        LanguageSummary: {
            /** @description Mean of the ratings, 1-5, rounded half up to two decimals. */
            avg_rating: number | null;
            /** @description Primary subtag of BCP 47; `und` for reviews whose language is not known. */
            language: string;
            /** @description Rated reviews by rating. */
            rating_distribution: components["schemas"]["RatingCounts"];
            /**
             * Format: int64
             * @description Number of reviews.
             */
            review_count: number;
            /**
             * Format: int64
             * @description Reviews with a reply.
             */
            total_with_reply: number;
        };
        /** @description A page of an object on a platform, with the outcome and the completeness of its collection. */
        Link: {
            /** @description The platform's label and the name read from the platform; only the label until the name is read. */
            auto_name: string | null;
            /**
             * Format: int64
             * @description Number of collected reviews that the platform still shows.
             */
            collected_count: number;
            /** @description 0 to 1: the collected share of the count of the platform; null if the platform publishes no count. */
            completeness: number | null;
            /** @description When the link was added. */
            created_at: string;
            /** @description When the first of the failed collections in a row ended; null if the last collection succeeded. */
            failing_since: string | null;
            /**
             * Format: int64
             * @description Number of failed collections since the last success.
             */
            failures_in_a_row: number;
            /** @description When collection was reduced to once a week, after ten permanent failures in a row; null otherwise. */
            frozen_at: string | null;
            /**
             * Format: int64
             * @description Id of the link.
             */
            id: number;
            /** @description Whether reviews are collected for this link. */
            is_active: boolean;
            /** @description Whether the link may be shown to others. */
            is_public: boolean;
            /** @description When a collection last read the whole list and its completeness was proven; null before that. */
            last_full_at: string | null;
            /** @description When the link was last collected. */
            last_scraped_at: string | null;
            /** @description Publication date of the newest collected review. */
            last_scraped_review_date: string | null;
            /** @description Custom name of the link inside the object; takes precedence over `auto_name`. */
            link_name: string | null;
            /** @description When the next collection is due; a time in the past means that it has not been planned yet. Null while none is scheduled. */
            next_collection_at: string | null;
            /**
             * Format: int64
             * @description Number of reviews that the platform publishes.
             */
            platform_review_count: number | null;
            /** @description How far the running collection is; null while none is running. */
            progress: components["schemas"]["LinkProgress"] | null;
            /**
             * @description How the last collection read the reviews. `public`: from the public pages of the platform. `owner`: through the connection of the object. `both`: from both. Null before the first collection.
             * @enum {string|null}
             */
            read_by: "public" | "owner" | "both" | null;
            /** @description Name of the road of the last collection; `roads` of the source says what it shows. Null before the first collection. */
            road: string | null;
            /** @description Error of the last collection: a stable code and a text. */
            scrape_error: string | null;
            /**
             * @description Outcome of the last collection, or `in_progress`.
             * @enum {string}
             */
            scrape_status: "pending" | "in_progress" | "success" | "failed";
            /** @description Name of the object on the platform; empty until it is read. */
            scraped_object_name: string;
            /**
             * Format: int64
             * @description Platform id, see the sources.
             */
            source_id: number;
            /** @description Machine name of the platform. */
            source_slug: string;
            /**
             * @description The state in one word, the first that holds. `off`: not collected. `collecting`: being read. `paused`: frozen, and tried once a week. `waiting`: not read yet. `refused`: the platform answers and does not let the reviews be read. `failed`: the last collection failed otherwise. `partial`: there is a `warning`, or `completeness` is below 0.98. `up_to_date`: everything was read.
             * @enum {string}
             */
            state: "off" | "collecting" | "paused" | "waiting" | "refused" | "failed" | "partial" | "up_to_date";
            /** @description Reason for the end of the last collection. `complete`: the whole list was read. `window_limit`: everything that the platform shows was read, which may be a part of its reviews, such as the newest. `known_reached`: all older reviews were known. `count_mismatch`: the list ended, but its length differs from the count that the platform states, or it broke off; the whole list is read again. `unread`: the whole list was read, except for what `warning` states. After a failed collection, the code of `scrape_error`: `blocked`, … */
            stop_reason: string | null;
            /** @description Since when the operator has switched off collection from the platform: the link keeps its due time, and is collected when it is switched on again. Null while it is on. */
            switched_off_since: string | null;
            /** @description Page of the object on the platform, in canonical form. */
            url: string;
            /** @description Warning about a successful last collection: a code, or a code and a text; null if there is none. `count_mismatch`: the count of the platform differs from the number of reviews found by more than two and more than 2 %, or the list broke off. The next collection reads the whole list again; while the counts differ, later ones do so at growing intervals, at least weekly. `many_reviews_missing`: at least a fifth of the reviews was missing at once, and none was marked as deleted. `unread: 2 dates, 1 review`: what the pages show and could not be read, by part. It stands until a collection that reads the whole list reads everything; until then, no missing review is marked as deleted if reviews were not read. */
            warning: string | null;
        };
        /** @description An address to be linked. */
        LinkAddress: {
            /** @description Page of the object on a platform; the platform is detected from it. */
            url: string;
        };
        /** @description Links of all accounts. */
        LinkCounts: {
            /**
             * Format: int64
             * @description Last collection failed.
             */
            failed: number;
            /**
             * Format: int64
             * @description Paused by the service after repeated failures; also counted by status.
             */
            frozen: number;
            /**
             * Format: int64
             * @description Being collected.
             */
            in_progress: number;
            /**
             * Format: int64
             * @description Disabled, or links of a disabled object; not counted by status.
             */
            inactive: number;
            /**
             * Format: int64
             * @description Never collected.
             */
            pending: number;
            /**
             * Format: int64
             * @description Last collection succeeded.
             */
            success: number;
        };
        /** @description How far the running collection of a link is. */
        LinkProgress: {
            /**
             * Format: int64
             * @description Number of reviews to read, as last stated by the platform; null if it is not known or if only new reviews are read.
             */
            of: number | null;
            /**
             * Format: int64
             * @description Number of reviews that the collection has read.
             */
            read: number;
        };
        /** @description The figures that a platform publishes for a link, and the number of collected reviews. */
        LinkRating: {
            /** @description When these figures were last read from the platform; null: never. */
            as_of: string | null;
            /**
             * Format: int64
             * @description The number of collected reviews that the platform still shows.
             */
            collected_count: number;
            /**
             * Format: int64
             * @description The link.
             */
            link_id: number;
            /**
             * Format: int64
             * @description The object.
             */
            object_id: number;
            /** @description The average that the platform publishes, converted to the scale 1-5. */
            rating: number | null;
            /** @description The average that the platform publishes, on the scale of the platform. */
            rating_original: string | null;
            /**
             * Format: int64
             * @description The number of reviews that the platform publishes.
             */
            review_count: number | null;
            /**
             * Format: int64
             * @description The platform.
             */
            source_id: number;
            /** @description Machine name of the platform. */
            source_slug: string;
        };
        /** @description The figures that platforms publish for the links of an object. */
        LinkRatings: {
            /** @description All links, ordered by object and link. */
            data: components["schemas"]["LinkRating"][];
        };
        /** @description The result for an address. */
        LinkResult: {
            /** @description The reason for the refusal as text; null if the address was linked. */
            error: string | null;
            /**
             * @description The reason for the refusal as a stable code; null if the address was linked.
             * @enum {string|null}
             */
            error_code: "source_not_detected" | "source_url_invalid" | "source_requires_upgrade" | "source_already_linked" | "link_already_added" | null;
            /**
             * Format: int64
             * @description The new link; null if the address was refused.
             */
            link_id: number | null;
            /** @description Custom name of the link; null if it has none. */
            link_name: string | null;
            /** @description Machine name of the platform; null if none was detected. */
            source_name: string | null;
            /** @description The address as it was sent. */
            url: string;
        };
        /** @description The query of `GET /v3/admin/accounts`. */
        ListAdminAccountsQuery: {
            /**
             * Format: int64
             * @description Page size.
             * @default 100
             */
            limit?: number;
            /**
             * Format: int64
             * @description How many items are skipped.
             * @default 0
             */
            offset?: number;
            /**
             * @description Only accounts of this plan.
             * @enum {string}
             */
            plan?: "trial" | "basic" | "full";
            /** @description Substring of the name or of the e-mail address, case-insensitive. */
            search?: string;
            /**
             * @description Only accounts with this status; an account with an expired trial is `suspended`.
             * @enum {string}
             */
            status?: "active" | "suspended";
        };
        /** @description The query of `GET /v3/admin/accounts/{account_id}/keys`. */
        ListAdminKeysQuery: {
            /**
             * Format: int64
             * @description Page size.
             * @default 100
             */
            limit?: number;
            /**
             * Format: int64
             * @description How many items are skipped.
             * @default 0
             */
            offset?: number;
        };
        /** @description The query of `GET /v3/admin/support-messages`. */
        ListAdminSupportMessagesQuery: {
            /** @description `true`: messages that are done; `false`: open messages; absent: all. */
            done?: boolean;
            /**
             * Format: int64
             * @description Page size.
             * @default 100
             */
            limit?: number;
            /**
             * Format: int64
             * @description How many items are skipped.
             * @default 0
             */
            offset?: number;
        };
        /** @description The query of `GET /v3/admin/audit`. */
        ListAuditEntriesQuery: {
            /**
             * Format: int64
             * @description Only changes of this account.
             */
            account_id?: number;
            /**
             * @description Only this action.
             * @enum {string}
             */
            action?: "account.created" | "account.changed" | "account.invited" | "account.sessions_ended" | "key.issued" | "key.revoked" | "webhook.created" | "webhook.changed" | "webhook.removed" | "embed.created" | "embed.changed" | "embed.removed" | "webhook_secret.created" | "webhook_secret.rotated" | "connection.added" | "connection.replaced" | "connection.changed" | "connection.removed" | "grant.added" | "grant.revoked" | "oauth_client.changed" | "object.confirmed" | "object.unconfirmed" | "secrets.resealed" | "database.restored" | "member.added" | "member.changed" | "member.removed" | "invitation.created" | "invitation.revoked" | "account.closed" | "account.erased" | "object.erased" | "link.erased" | "factor.added" | "factor.removed" | "recovery_codes.created" | "recovery_code.used" | "password.changed" | "session.started" | "session.signed_out" | "sign_in.failed" | "proof.failed" | "session.ended" | "sessions.ended" | "person_link.created" | "source.paused" | "source.resumed" | "source.tried" | "switch.turned_off" | "switch.turned_on" | "job.retried" | "proposal.created" | "proposal.approved" | "proposal.dismissed" | "reply_policy.changed" | "reply.sent" | "reply.changed" | "reply.withdrawn" | "object.created" | "object.changed" | "object.removed" | "link.added" | "link.changed" | "link.removed" | "collection.requested" | "folder.created" | "folder.changed" | "folder.removed" | "reviews.hidden" | "reviews.unhidden" | "pins.changed" | "delivery.redelivered" | "recovery.started" | "recovery.stopped" | "export.requested" | "export.removed" | "reviews.imported" | "import.removed" | "template.created" | "template.changed" | "template.removed" | "view.shared" | "view.changed" | "view.removed" | "webhook.tested" | "message.sent";
            /** @description `next_cursor` of the previous page, with the same filters; absent for the first page. */
            cursor?: string;
            /**
             * Format: int64
             * @description Page size.
             * @default 100
             */
            limit?: number;
            /** @description Only changes at this time or later. */
            since?: string;
        };
        /** @description The query of `GET /v3/webhooks/{webhook_id}/deliveries`. */
        ListDeliveriesQuery: {
            /**
             * @description Only deliveries of this event type.
             * @enum {string}
             */
            event?: "reviews.new" | "replies.new" | "scrape.run.finished" | "reviews.updated" | "reviews.deleted" | "reviews.restored";
            /**
             * Format: int64
             * @description Page size.
             * @default 100
             */
            limit?: number;
            /**
             * Format: int64
             * @description How many items are skipped.
             * @default 0
             */
            offset?: number;
            /** @description Only deliveries created at this time or later. Without a time zone, UTC. */
            since?: string;
            /**
             * @description Only deliveries of this status.
             * @enum {string}
             */
            status?: "pending" | "success" | "failed" | "dead_letter";
            /** @description Only deliveries created before this time. Without a time zone, UTC. */
            until?: string;
        };
        /** @description A reply of the account, and the review that it answers. */
        ListedReplyDetails: {
            /** @description When the text or the removal was accepted. */
            accepted_at: string;
            /**
             * Format: int64
             * @description Requests that were sent to the platform for it. A reply fails after three.
             */
            attempts: number;
            /** @description Name of the person whose request was accepted last; null for a key. */
            by: string | null;
            /** @description When a collection first found it on the platform; null while the platform shows another text or none. */
            confirmed_at: string | null;
            /** @description What the platform answered to a reply that failed, in English or in the language of the platform. */
            detail: string | null;
            /**
             * @description Why it failed. After `text_rejected`, send another text.
             * @enum {string|null}
             */
            error: "text_rejected" | "access_revoked" | "review_gone" | "platform_unavailable" | "platform_error" | null;
            /** @description When it is sent next; null unless it is `pending`, and while replies are switched off. */
            next_attempt_at: string | null;
            /**
             * Format: int64
             * @description The object.
             */
            object_id: number;
            /** @description When the platform accepted the published text. */
            published_at: string | null;
            /**
             * Format: int64
             * @description The review.
             */
            review_id: number;
            /**
             * Format: int64
             * @description Platform.
             */
            source_id: number;
            /**
             * @description `pending`: a text or a removal was accepted and is not carried out yet; also while the service publishes again because the platform shows an earlier text. `publishing`: a worker is sending it to the platform. `published`: the platform accepted it. `failed`: see `error`. `deleted`: removed from the platform.
             * @enum {string}
             */
            status: "pending" | "publishing" | "published" | "failed" | "deleted";
            /** @description Since when the operator has switched off replies on the platform: a `pending` reply waits, and is sent when they are switched on again. Null while they are on, and unless it is `pending`. */
            switched_off_since: string | null;
            /** @description The text that was accepted last. */
            text: string;
            /**
             * @description What was accepted last: to publish the text, or to remove the reply.
             * @enum {string}
             */
            wish: "publish" | "remove";
        };
        /** @description The query of `GET /v3/admin/jobs`. */
        ListFailedJobsQuery: {
            /**
             * Format: int64
             * @description Page size.
             * @default 100
             */
            limit?: number;
            /**
             * Format: int64
             * @description How many items are skipped.
             * @default 0
             */
            offset?: number;
            /**
             * @description Only work of this kind.
             * @enum {string}
             */
            queue?: "collection" | "deliveries" | "replies" | "mail";
        };
        /** @description The query of `GET /v3/objects/{object_id}/hidden-reviews`. */
        ListHiddenReviewsQuery: {
            /**
             * @description Adds `raw_review`, the platform's own record.
             * @default false
             */
            include_raw?: boolean;
            /**
             * @description Fills `positive` and `negative` if the platform has the two parts.
             * @default false
             */
            separate_pos_neg?: boolean;
        };
        /** @description The query of `GET /v3/analytics/languages`. */
        ListLanguageFiguresQuery: {
            /**
             * Format: int64
             * @description A whole folder with its subfolders.
             */
            folder_id?: number;
            /** @description Only reviews in these languages: two-letter or three-letter codes, `und` for those without a known one; empty: all. */
            languages?: string[];
            /**
             * @description Inclusive maximum.
             * @default 5
             */
            max_rating?: number;
            /**
             * @description Inclusive minimum. Reviews without a rating are counted only with 0.
             * @default 1
             */
            min_rating?: number;
            /**
             * Format: int64
             * @description The object. Without `object_id` and `folder_id`, the whole account.
             */
            object_id?: number;
            /**
             * @description `collected`: without the reviews that only imports have brought. `imported`: only those. Counters have both if it is not given.
             * @enum {string}
             */
            provenance?: "collected" | "imported";
            /**
             * Format: date
             * @description Inclusive lower bound of `review_date`; 2000-01-01 if it is not given. Undated reviews are counted only if neither bound is given.
             */
            published_from?: string;
            /**
             * Format: date
             * @description Inclusive upper bound of `review_date`; today (UTC) if it is not given.
             */
            published_to?: string;
            /**
             * @description `account`: the whole account, which is also the default. Not together with `object_id` or `folder_id`.
             * @enum {string}
             */
            scope?: "account";
            /**
             * @description Only these platforms, ids from `GET /sources`; empty: all platforms.
             * @default []
             */
            source_ids?: number[];
            /**
             * @description Only these platforms, slugs from `GET /v3/sources`, in addition to those of `source_ids`.
             * @default []
             */
            source_slugs?: string[];
        };
        /** @description The query of `GET /v3/analytics/objects`. */
        ListObjectFiguresQuery: {
            /**
             * Format: date
             * @description Inclusive lower bound of the compared range; 2000-01-01 if only `compare_to` is given. Undated reviews are not compared.
             */
            compare_from?: string;
            /**
             * Format: date
             * @description Inclusive upper bound of the compared range; today (UTC) if only `compare_from` is given.
             */
            compare_to?: string;
            /**
             * Format: int64
             * @description The objects of a folder and its subfolders.
             */
            folder_id?: number;
            /** @description Only reviews in these languages: two-letter or three-letter codes, `und` for those without a known one; empty: all. */
            languages?: string[];
            /**
             * Format: int64
             * @description Page size.
             * @default 100
             */
            limit?: number;
            /**
             * @description Inclusive maximum.
             * @default 5
             */
            max_rating?: number;
            /**
             * @description Inclusive minimum. Reviews without a rating are counted only with 0.
             * @default 1
             */
            min_rating?: number;
            /**
             * Format: int64
             * @description Only this object. Without `object_id` and `folder_id`, all objects of the account.
             */
            object_id?: number;
            /**
             * Format: int64
             * @description How many items are skipped.
             * @default 0
             */
            offset?: number;
            /**
             * @description `collected`: without the reviews that only imports have brought. `imported`: only those. Counters have both if it is not given.
             * @enum {string}
             */
            provenance?: "collected" | "imported";
            /**
             * Format: date
             * @description Inclusive lower bound of `review_date`; 2000-01-01 if it is not given. Undated reviews are counted only if neither bound is given.
             */
            published_from?: string;
            /**
             * Format: date
             * @description Inclusive upper bound of `review_date`; today (UTC) if it is not given.
             */
            published_to?: string;
            /**
             * @description `account`: all objects of the account, which is also the default. Not together with `object_id` or `folder_id`.
             * @enum {string}
             */
            scope?: "account";
            /**
             * @description Objects without the value are last. `avg_rating_change` is `avg_rating` minus that of `before`; it needs a compared range.
             * @default review_count
             * @enum {string}
             */
            sort_by?: "name" | "review_count" | "avg_rating" | "avg_rating_change" | "total_with_reply" | "unanswered_negative" | "completeness";
            /**
             * @description Direction; ties are by id, ascending.
             * @default desc
             * @enum {string}
             */
            sort_order?: "desc" | "asc";
            /**
             * @description Only these platforms, ids from `GET /sources`; empty: all platforms.
             * @default []
             */
            source_ids?: number[];
            /**
             * @description Only these platforms, slugs from `GET /v3/sources`, in addition to those of `source_ids`.
             * @default []
             */
            source_slugs?: string[];
        };
        /** @description The query of `GET /v3/objects/{object_id}/runs`. */
        ListObjectRunsQuery: {
            /**
             * @description Whether each run has the parts of the links of the object.
             * @default false
             */
            include_links?: boolean;
            /**
             * Format: int64
             * @description Page size.
             * @default 100
             */
            limit?: number;
            /**
             * Format: int64
             * @description How many items are skipped.
             * @default 0
             */
            offset?: number;
            /** @description Only runs created at this time or later. Without a time zone, UTC. */
            since?: string;
            /**
             * @description `open`: only runs with links that have not ended; `ended`: only the others.
             * @enum {string}
             */
            state?: "open" | "ended";
        };
        /** @description The query of `GET /v3/objects`. */
        ListObjectsQuery: {
            /**
             * Format: int64
             * @description Only objects of this folder and of its subfolders.
             */
            folder_id?: number;
            /**
             * Format: int64
             * @description Page size.
             * @default 100
             */
            limit?: number;
            /**
             * Format: int64
             * @description How many items are skipped.
             * @default 0
             */
            offset?: number;
            /**
             * @description `failed`: only objects with an enabled link whose `state` is `failed`, `refused` or `paused`. `partial`: only objects that have this `state`, or an enabled link that has it. `frozen`: only objects with an enabled link that has a `frozen_at`. `off`: only disabled objects, which have no other problem.
             * @enum {string}
             */
            problem?: "failed" | "partial" | "frozen" | "off";
            /** @description Only objects whose name contains this text, in upper or lower case. Blanks at its ends are ignored. */
            search?: string;
            /**
             * @description `created_at`: newest first. `name`: in alphabetical order.
             * @default created_at
             * @enum {string}
             */
            sort_by?: "created_at" | "name";
        };
        /** @description The query of `GET /v3/objects/{object_id}/pinned-reviews`. */
        ListPinnedReviewsQuery: {
            /**
             * @description Adds `raw_review`, the platform's own record.
             * @default false
             */
            include_raw?: boolean;
            /**
             * @description Fills `positive` and `negative` if the platform has the two parts.
             * @default false
             */
            separate_pos_neg?: boolean;
        };
        /** @description The query of `GET /v3/analytics/ratings`. */
        ListPlatformRatingsQuery: {
            /**
             * Format: int64
             * @description A whole folder with its subfolders.
             */
            folder_id?: number;
            /**
             * Format: int64
             * @description The object. Exactly one of `object_id` and `folder_id` is required.
             */
            object_id?: number;
        };
        /** @description The query of `GET /v3/webhooks/{webhook_id}/recoveries`. */
        ListRecoveriesQuery: {
            /**
             * Format: int64
             * @description Page size.
             * @default 100
             */
            limit?: number;
            /**
             * Format: int64
             * @description How many items are skipped.
             * @default 0
             */
            offset?: number;
        };
        /** @description The query of `GET /v3/replies`. */
        ListRepliesQuery: {
            /**
             * Format: int64
             * @description A whole folder with its subfolders.
             */
            folder_id?: number;
            /**
             * Format: int64
             * @description Page size.
             * @default 100
             */
            limit?: number;
            /**
             * Format: int64
             * @description The object. Without `object_id` and `folder_id` the replies of the whole account.
             */
            object_id?: number;
            /**
             * Format: int64
             * @description How many items are skipped.
             * @default 0
             */
            offset?: number;
            /** @description Only the replies to these reviews. Ids without a reply match nothing. */
            review_ids?: number[];
            /** @description Only replies in these states. */
            status?: ("pending" | "publishing" | "published" | "failed" | "deleted")[];
        };
        /** @description The query of `GET /v3/reply-proposals`. */
        ListReplyProposalsQuery: {
            /**
             * Format: int64
             * @description A whole folder with its subfolders.
             */
            folder_id?: number;
            /**
             * Format: int64
             * @description Page size.
             * @default 100
             */
            limit?: number;
            /**
             * Format: int64
             * @description The object. Without `object_id` and `folder_id` the proposals of the whole account.
             */
            object_id?: number;
            /**
             * Format: int64
             * @description How many items are skipped.
             * @default 0
             */
            offset?: number;
            /** @description Only the proposals for these reviews. Ids without one match nothing. */
            review_ids?: number[];
            /** @description Only proposals in these states. */
            status?: ("open" | "approved" | "dismissed" | "published" | "superseded")[];
        };
        /** @description The query of `GET /v3/analytics/reply-times/objects`. */
        ListReplyTimesOfObjectsQuery: {
            /**
             * Format: int64
             * @description A whole folder with its subfolders.
             */
            folder_id?: number;
            /** @description Only reviews in these languages: two-letter or three-letter codes, `und` for those without a known one; empty: all. */
            languages?: string[];
            /**
             * Format: int64
             * @description Page size.
             * @default 100
             */
            limit?: number;
            /**
             * @description Inclusive maximum.
             * @default 5
             */
            max_rating?: number;
            /**
             * @description Inclusive minimum. Reviews without a rating are counted only with 0.
             * @default 1
             */
            min_rating?: number;
            /**
             * Format: int64
             * @description The object. Without `object_id` and `folder_id`, the whole account.
             */
            object_id?: number;
            /**
             * Format: int64
             * @description How many items are skipped.
             * @default 0
             */
            offset?: number;
            /**
             * @description `collected`: without the reviews that only imports have brought. `imported`: only those. Counters have both if it is not given.
             * @enum {string}
             */
            provenance?: "collected" | "imported";
            /**
             * Format: date
             * @description Inclusive lower bound of `review_date`; 2000-01-01 if it is not given. Undated reviews are counted only if neither bound is given.
             */
            published_from?: string;
            /**
             * Format: date
             * @description Inclusive upper bound of `review_date`; today (UTC) if it is not given.
             */
            published_to?: string;
            /**
             * @description `account`: the whole account, which is also the default. Not together with `object_id` or `folder_id`.
             * @enum {string}
             */
            scope?: "account";
            /**
             * @description Only these platforms, ids from `GET /sources`; empty: all platforms.
             * @default []
             */
            source_ids?: number[];
            /**
             * @description Only these platforms, slugs from `GET /v3/sources`, in addition to those of `source_ids`.
             * @default []
             */
            source_slugs?: string[];
        };
        /** @description The query of `GET /v3/review-imports`. */
        ListReviewImportsQuery: {
            /**
             * Format: int64
             * @description Page size.
             * @default 100
             */
            limit?: number;
            /**
             * Format: int64
             * @description How many items are skipped.
             * @default 0
             */
            offset?: number;
        };
        /** @description The query of `GET /v3/reviews`. */
        ListReviewsQuery: {
            /**
             * Format: int64
             * @description A whole folder with its subfolders.
             */
            folder_id?: number;
            /** @description With or without images. */
            has_images?: boolean;
            /** @description With or without a reply of the organization. */
            has_reply?: boolean;
            /** @description With or without text. */
            has_text?: boolean;
            /** @description With or without videos. */
            has_videos?: boolean;
            /**
             * @description Also reviews that were deleted on the platform.
             * @default false
             */
            include_deleted?: boolean;
            /**
             * @description Adds `raw_review`, the platform's own record.
             * @default false
             */
            include_raw?: boolean;
            /** @description Only reviews in these languages: two-letter or three-letter codes, `und` for those without a known one; empty: all. */
            languages?: string[];
            /**
             * Format: int64
             * @description Page size.
             * @default 100
             */
            limit?: number;
            /**
             * @description Only these links. Ids of links outside the object, folder or account match nothing.
             * @default []
             */
            link_ids?: number[];
            /** @description Inclusive maximum. Excludes unrated reviews unless `min_rating` is 0. */
            max_rating?: number;
            /** @description Inclusive minimum. 0: no bound; includes unrated reviews. */
            min_rating?: number;
            /**
             * Format: int64
             * @description The object. Without `object_id` and `folder_id` the feed is that of the whole account.
             */
            object_id?: number;
            /**
             * Format: int64
             * @description How many items are skipped.
             * @default 0
             */
            offset?: number;
            /**
             * @description Only reviews that were deleted on the platform; takes precedence over `include_deleted`.
             * @default false
             */
            only_deleted?: boolean;
            /**
             * @description `collected`: only reviews that collections found. `imported`: only those that imports have brought and no collection has found yet.
             * @enum {string}
             */
            provenance?: "collected" | "imported";
            /**
             * Format: date
             * @description Inclusive lower bound of `review_date`; undated reviews do not match.
             */
            published_from?: string;
            /**
             * Format: date
             * @description Inclusive upper bound of `review_date`; undated reviews do not match.
             */
            published_to?: string;
            /** @description Substring of the text, case-insensitive; fewer than two non-whitespace characters are ignored. */
            search?: string;
            /**
             * @description Fills `positive` and `negative` if the platform has the two parts.
             * @default false
             */
            separate_pos_neg?: boolean;
            /**
             * @description Also hidden reviews.
             * @default false
             */
            show_hidden?: boolean;
            /**
             * @description Pinned reviews first, by position. Applies only if a single object is addressed.
             * @default false
             */
            show_pinned?: boolean;
            /**
             * @description What to sort by: publication date, rating, or the date of the reply. Reviews without one come last in both directions.
             * @default date
             * @enum {string}
             */
            sort_by?: "date" | "rating" | "reply_date";
            /**
             * @description Direction; ties are by id, latest first.
             * @default desc
             * @enum {string}
             */
            sort_order?: "desc" | "asc";
            /**
             * @description Only these platforms, ids from `GET /sources`; empty: all.
             * @default []
             */
            source_ids?: number[];
            /**
             * @description Only these platforms, slugs from `GET /v3/sources`; together with `source_ids` those of either.
             * @default []
             */
            source_slugs?: string[];
            /** @description Only reviews that changed strictly after this time. UTC if it has no zone. */
            updated_after?: string;
        };
        /** @description The query of `GET /v3/runs`. */
        ListRunsQuery: {
            /**
             * Format: int64
             * @description Page size.
             * @default 100
             */
            limit?: number;
            /**
             * Format: int64
             * @description Only runs with links of this object; their `status` and figures then cover those links only.
             */
            object_id?: number;
            /**
             * Format: int64
             * @description How many items are skipped.
             * @default 0
             */
            offset?: number;
            /** @description Only runs created at this time or later. Without a time zone, UTC. */
            since?: string;
            /**
             * @description `open`: only runs with links that have not ended; `ended`: only the others.
             * @enum {string}
             */
            state?: "open" | "ended";
        };
        /** @description Notices by mail. */
        MailCounts: {
            /**
             * Format: int64
             * @description Mails that could not be sent in the last 30 days.
             */
            given_up: number;
            /**
             * Format: int64
             * @description Mails that wait to be sent.
             */
            waiting: number;
        };
        /** @description An account to create. */
        NewAccountBody: {
            /**
             * Format: email
             * @description Address for notices.
             */
            email?: string | null;
            /** @description Name of the account; one line, without control characters. */
            name: string;
            /**
             * @description The plan; `trial` if it is absent.
             * @enum {string}
             */
            plan?: "trial" | "basic" | "full";
        };
        /** @description The first keys of an account, shown once. */
        NewAccountKeys: {
            /** @description Key of scope `full`; shown only once. */
            full: string;
            /** @description Key of scope `read_only`; shown only once. */
            read_only: string;
        };
        /** @description A key to issue. */
        NewKeyBody: {
            /**
             * Format: date-time
             * @description From this time on, requests with the key get 401. Must be in the future; absent or null: never.
             */
            expires_at?: string | null;
            /** @description Name of the key in lists; one line, without control characters. */
            name?: string | null;
            /**
             * @description Scope of the key. Keys of scope `master` are created on the command line.
             * @enum {string}
             */
            scope: "read_only" | "propose" | "full";
        };
        /** @description A reply to propose. */
        NewProposalBody: {
            /** @description A note for the person who decides; never published. */
            note?: string | null;
            /** @description The proposed reply: not empty, no control characters but line breaks and tabs, at most the source's `reply_max_length`. */
            text: string;
        };
        /** @description The OAuth client that the operator has registered at a platform. */
        OAuthClientBody: {
            /** @description Id of the client, as the platform shows it. */
            client_id: string;
            /** @description Secret of the client. It is sealed and never returned. */
            client_secret: string;
        };
        /** @description The OAuth client of a platform, without its secret. */
        OAuthClientShown: {
            /** @description When the client was registered or replaced. */
            changed_at: string | null;
            /** @description Id of the client; null if none is registered. */
            client_id: string | null;
            /** @description Address that the client must list as redirect address; null if `HREV_PUBLIC_URL` is not set: then the address of the console, followed by `/console/oauth/callback`. */
            redirect_uri: string | null;
            /** @description The platform. */
            source_slug: string;
        };
        /** @description The result of a test of an OAuth client. */
        OAuthClientTestShown: {
            /** @description What was found, as a text. */
            found: string;
            /**
             * @description `untested`: the client is known, and no account has signed in yet; `closed`: the platform has not opened its interface for the project (quota 0, or not enabled).
             * @enum {string}
             */
            state: "not_set_up" | "client_refused" | "untested" | "closed" | "open" | "unknown";
        };
        /** @description Objects of all accounts. */
        ObjectCounts: {
            /**
             * Format: int64
             * @description Enabled objects.
             */
            active: number;
            /**
             * Format: int64
             * @description Disabled objects.
             */
            inactive: number;
        };
        /** @description An object with reviews in the delivery. */
        ObjectInEvent: {
            /** @description Its name. */
            name: string;
            /**
             * Format: int64
             * @description The object.
             */
            object_id: number;
            /**
             * Format: int64
             * @description Number of its reviews in the delivery.
             */
            review_count: number;
            /** @description Absent if `truncated`. */
            reviews?: components["schemas"]["ReviewInEvent"][];
        };
        /** @description An object in a folder. */
        ObjectInFolder: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            id: number;
            /** @description Name of the object. */
            name: string;
        };
        /** @description An object in a list, with its links. */
        ObjectListItem: {
            /** @description When the object was created. */
            created_at: string;
            /**
             * Format: int64
             * @description Id of the object.
             */
            id: number;
            /** @description A disabled object is not collected; its reviews and analytics are not returned. */
            is_active: boolean;
            /** @description Latest collection among the enabled links. */
            last_scraped_at: string | null;
            /** @description Links, oldest first. */
            links: components["schemas"]["Link"][];
            /** @description Name of the object. */
            name: string;
            /**
             * @description Outcome of the last collection of the enabled links: all, some, none, running, or nothing to collect yet.
             * @enum {string}
             */
            scrape_status: "pending" | "in_progress" | "success" | "partial" | "failed";
            /**
             * @description The state in one word, from the `state` of the enabled links; null without one. `off`: the object is disabled. `collecting`: a link is being read. `up_to_date`, `waiting`, `paused`: all links are. `failed`: no link was read. `partial`: some were, or in part.
             * @enum {string|null}
             */
            state: "off" | "collecting" | "paused" | "waiting" | "failed" | "partial" | "up_to_date" | null;
        };
        /** @description Reviews to be pinned. */
        PinBody: {
            /** @description Reviews of the object to pin after those that are already pinned, in this order; reviews that are already pinned keep their position. A repeated id is `duplicate_review_ids`, more than 30 pins in all are `pinned_limit_exceeded`. */
            review_ids: number[];
        };
        /** @description How many reviews of the object are pinned now. */
        PinnedCount: {
            /** @description The result as a text, for display. */
            detail: string;
            /**
             * Format: int64
             * @description How many reviews of the object are pinned now.
             */
            pinned_count: number;
        };
        /** @description A pinned review with its position. */
        PinnedReview: {
            /** @description As the platform shows it; surnames are masked. */
            author: string | null;
            /** @description When the service detected that it disappeared. */
            deleted_at: string | null;
            /** @description The platform's own id of the review, or a stable hash if it has none. */
            external_review_id: string;
            /** @description Whether `images` has any items. */
            has_images: boolean;
            /** @description Whether `videos` has any items. */
            has_videos: boolean;
            /**
             * Format: int64
             * @description The same id appears in webhook events.
             */
            id: number;
            /** @description Attached images. */
            images: components["schemas"]["ReviewImage"][];
            /** @description The review disappeared from the platform. */
            is_deleted: boolean;
            /** @description Hidden in the object. Absent where no single object is addressed. */
            is_hidden?: boolean;
            /** @description Pinned in the object. Absent where no single object is addressed. */
            is_pinned?: boolean;
            /** @description Language of `text`, detected by the service, as a primary subtag of BCP 47; `und` if it is unknown. */
            language: string;
            /** @description When a collection saw it last. */
            last_seen_at: string;
            /**
             * Format: int64
             * @description The link from which it was collected.
             */
            link_id: number;
            /** @description Disadvantages; filled with `separate_pos_neg=true`. */
            negative: string | null;
            /**
             * Format: int64
             * @description The object.
             */
            object_id: number;
            /**
             * Format: int64
             * @description Position among the pinned reviews, from 0. Absent where no single object is addressed.
             */
            pin_position?: number | null;
            /** @description When it was pinned. */
            pinned_at: string;
            /** @description Advantages; filled with `separate_pos_neg=true`. */
            positive: string | null;
            /** @description Where the review is from. */
            provenance: components["schemas"]["ReviewProvenance"];
            /** @description The rating on the scale 1-5, at most two decimals. */
            rating: number | null;
            /** @description The rating on the platform's own scale, not converted. */
            rating_original: string | null;
            /** @description The platform's own record without personal data; with `include_raw=true`. */
            raw_review?: {
                [key: string]: unknown;
            };
            /** @description Date of the reply, in UTC on every platform. */
            reply_date: string | null;
            /** @description The organization's reply, by any author. */
            reply_text: string | null;
            /** @description The platform's local time, as the platform shows it. */
            review_date: string | null;
            /** @description Direct link on the platform. */
            review_url: string | null;
            /**
             * Format: int64
             * @description Platform.
             */
            source_id: number;
            /** @description Machine name of the platform. */
            source_slug: string;
            /** @description The text; its parts are joined by a blank line. */
            text: string | null;
            /** @description When anything visible to clients last changed. */
            updated_at: string;
            /** @description Attached videos. */
            videos: components["schemas"]["ReviewVideo"][];
        };
        /** @description All pinned reviews in their new order. */
        PinOrderBody: {
            /** @description All reviews to pin, in their order; an empty list unpins all. A repeated id is `duplicate_review_ids`, more than 30 ids are `pinned_limit_exceeded`. */
            ordered_review_ids: number[];
        };
        /** @description Settings of a webhook that are judged on recent reviews. */
        PreviewBody: {
            /** @description Events that it receives. */
            event_types: ("reviews.new" | "replies.new" | "scrape.run.finished" | "reviews.updated" | "reviews.deleted" | "reviews.restored")[];
            /** @description Reviews that it receives; the fields combine with AND. Omitted or null: every rated review. Does not apply to `scrape.run.finished`. */
            filters?: components["schemas"]["WebhookFiltersBody"] | null;
            /**
             * @description Whose message the body is: `hrev` (default), or `slack`, `teams` or `discord` for the incoming webhooks of that service.
             * @enum {string}
             */
            format?: "hrev" | "slack" | "teams" | "discord";
            /** @description Objects of the account. Omitted, null or empty: all, including future ones. Folders are not supported. */
            object_ids?: number[] | null;
        };
        /** @description An address to probe. */
        ProbeBody: {
            /**
             * Format: uri
             * @description Address of a page on a platform.
             */
            url: string;
        };
        /** @description A review on a probed page. */
        ProbedReviewShown: {
            /** @description The author, masked as it would be stored. */
            author: string | null;
            /** @description The platform's id of the review. */
            external_review_id: string | null;
            /** @description 1 to 5; null without a numeric rating. */
            rating: number | null;
            /** @description The reply. */
            reply_text: string | null;
            /** @description In the platform's time. */
            review_date: string | null;
            /** @description The text. */
            text: string | null;
        };
        /** @description The first page of an address, as a collection would read it. Nothing is stored. */
        ProbeShown: {
            /**
             * Format: int64
             * @description Duration in milliseconds.
             */
            duration_ms: number;
            /** @description Why the visit failed; null if it succeeded. */
            error: string | null;
            /** @description Name of the object. */
            name: string | null;
            /**
             * Format: int64
             * @description How many reviews the platform states.
             */
            platform_review_count: number | null;
            /**
             * Format: int64
             * @description Requests that were sent; 0 if the visit failed.
             */
            requests: number;
            /** @description The first five of them. */
            reviews: components["schemas"]["ProbedReviewShown"][];
            /**
             * Format: int64
             * @description Reviews on the first page.
             */
            reviews_on_first_page: number;
            /** @description The source; null if the address belongs to none. */
            source: string | null;
            /** @description Name of the source. */
            source_name: string | null;
            /** @description What the page shows and could not be read, by part; null if everything was read. */
            unread: string | null;
            /** @description Canonical address. */
            url: string;
        };
        /** @description A process of the service. */
        ProcessShown: {
            /** @description Whether it was seen in the last half minute. Other processes are listed for a day. */
            alive: boolean;
            /** @description Id of the process. */
            id: string;
            /**
             * @description Role of the process.
             * @enum {string}
             */
            role: "all" | "api" | "worker";
            /** @description Its running work; empty for a process without a worker. */
            running: components["schemas"]["ProcessWorkShown"][];
            /** @description Whether it has the version of the process that answers. */
            same_version: boolean;
            /** @description When it was last seen. */
            seen_at: string;
            /** @description When it started. */
            started_at: string;
            /** @description Version of hrev. */
            version: string;
        };
        /** @description Running work of one kind in a process. */
        ProcessWorkShown: {
            /** @description The kind of work. */
            noun: string;
            /**
             * Format: int64
             * @description Running work.
             */
            running: number;
            /**
             * Format: int64
             * @description Most work at the same time.
             */
            slots: number;
        };
        /** @description The reply to be published. */
        PutReplyBody: {
            /** @description Text of the reply: not empty, no control characters but line breaks and tabs, at most the source's `reply_max_length`. */
            text: string;
        };
        /** @description Work of one kind, in all processes. */
        QueueShown: {
            /**
             * Format: int64
             * @description Work that failed for good in the last day; of `events`, those that wait after a failed attempt.
             */
            failed: number;
            /**
             * @description The kind of work.
             * @enum {string}
             */
            name: "collection" | "deliveries" | "replies" | "mail" | "events";
            /** @description Since when the longest waiting work is due; null if none waits. */
            oldest_at: string | null;
            /** @description Mean per minute, of five minutes. */
            per_minute: number;
            /**
             * Format: int64
             * @description Work that a worker has claimed.
             */
            running: number;
            /**
             * Format: int64
             * @description Work that is due and that no worker has claimed.
             */
            waiting: number;
        };
        /** @description Counts by rating. */
        RatingCounts: {
            /**
             * Format: int64
             * @description Below 2.0.
             */
            1: number;
            /**
             * Format: int64
             * @description 2.0 to 2.99.
             */
            2: number;
            /**
             * Format: int64
             * @description 3.0 to 3.99.
             */
            3: number;
            /**
             * Format: int64
             * @description 4.0 to 4.99.
             */
            4: number;
            /**
             * Format: int64
             * @description Exactly 5.0.
             */
            5: number;
        };
        /** @description Reads work. */
        ReadHealthShown: {
            /**
             * @description Reviews and analytics can be read.
             * @enum {string}
             */
            status: "ready";
        };
        /** @description Which deliveries to send again. */
        RecoveryBody: {
            /**
             * Format: date-time
             * @description Deliveries that were created at this time or later; at most 30 days ago. Without a time zone, UTC.
             */
            since: string;
            /** @description Deliveries of these statuses. */
            statuses: ("failed" | "dead_letter")[];
            /**
             * Format: date-time
             * @description Deliveries that were created before this time; absent or null: now. Without a time zone, UTC.
             */
            until?: string | null;
        };
        /** @description The new name of an object. */
        RenameObjectBody: {
            /** @description Name of the object; one line, without control characters. */
            name: string;
        };
        /** @description The reply to a review, its author, and the state of its publication. */
        ReplyDetails: {
            /** @description When the text or the removal was accepted. */
            accepted_at: string;
            /**
             * Format: int64
             * @description Requests that were sent to the platform for it. A reply fails after three.
             */
            attempts: number;
            /** @description Name of the person whose request was accepted last; null for a key. */
            by: string | null;
            /** @description When a collection first found it on the platform; null while the platform shows another text or none. */
            confirmed_at: string | null;
            /** @description What the platform answered to a reply that failed, in English or in the language of the platform. */
            detail: string | null;
            /**
             * @description Why it failed. After `text_rejected`, send another text.
             * @enum {string|null}
             */
            error: "text_rejected" | "access_revoked" | "review_gone" | "platform_unavailable" | "platform_error" | null;
            /** @description When it is sent next; null unless it is `pending`, and while replies are switched off. */
            next_attempt_at: string | null;
            /** @description When the platform accepted the published text. */
            published_at: string | null;
            /**
             * @description `pending`: a text or a removal was accepted and is not carried out yet; also while the service publishes again because the platform shows an earlier text. `publishing`: a worker is sending it to the platform. `published`: the platform accepted it. `failed`: see `error`. `deleted`: removed from the platform.
             * @enum {string}
             */
            status: "pending" | "publishing" | "published" | "failed" | "deleted";
            /** @description Since when the operator has switched off replies on the platform: a `pending` reply waits, and is sent when they are switched on again. Null while they are on, and unless it is `pending`. */
            switched_off_since: string | null;
            /** @description The text that was accepted last. */
            text: string;
            /**
             * @description What was accepted last: to publish the text, or to remove the reply.
             * @enum {string}
             */
            wish: "publish" | "remove";
        };
        /** @description Figures about the replies of the organization. */
        ReplyFigures: {
            /**
             * Format: date
             * @description Date of the newest reply to a counted review, in UTC.
             */
            last_reply_date: string | null;
            /** @description Median of the hours from `review_date` to `reply_date`, to one decimal; null if no counted review has both. A reply dated up to a day before its review counts as 0; an earlier one is not counted. Of more than 1,000 replies, the newest of each object are read, in proportion to its reviews. (v3) */
            median_hours: number | null;
            /** @description Replies by the rating of the review. */
            reply_by_rating: components["schemas"]["RatingCounts"];
            /**
             * Format: int64
             * @description Reviews with a reply.
             */
            total_with_reply: number;
            /**
             * Format: int64
             * @description Reviews of the buckets 1 and 2 without a reply.
             */
            unanswered_negative: number;
        };
        /** @description A proposed reply. It is published only after an approval. */
        ReplyProposal: {
            /** @description The text that was approved: that of the approver, or of the template of the policy. */
            approved_text: string | null;
            /** @description Whether the policy of the account approved it. */
            by_policy: boolean;
            /** @description When it was decided or superseded; null while it is open. */
            closed_at: string | null;
            /** @description Name of the person or of the key that approved or dismissed it. */
            closed_by: string | null;
            /**
             * Format: int64
             * @description Id of the proposal.
             */
            id: number;
            /** @description The note of the proposer. */
            note: string | null;
            /**
             * Format: int64
             * @description The object.
             */
            object_id: number;
            /** @description When it was proposed. */
            proposed_at: string;
            /** @description Name of the key or of the person that proposed it. */
            proposed_by: string | null;
            /**
             * Format: int64
             * @description Id of the key; null: a person proposed it.
             */
            proposed_by_key: number | null;
            /** @description Why it was dismissed. */
            reason: string | null;
            /** @description Whether the review says something else than at the time of the proposal, or is no longer on the platform. */
            review_changed: boolean;
            /**
             * Format: int64
             * @description The review.
             */
            review_id: number;
            /** @description What the review says now: equal as long as its author, texts and rating are. Null if it is no longer on the platform. */
            review_version: string | null;
            /**
             * Format: int64
             * @description Platform.
             */
            source_id: number;
            /**
             * @description `open`: it waits for a decision. `approved`: its text was accepted as the reply, see the state of the reply. `published`: the platform accepted that text. `dismissed`. `superseded`: by a newer proposal of the same key or person, or by another reply to the review.
             * @enum {string}
             */
            status: "open" | "approved" | "dismissed" | "published" | "superseded";
            /** @description The proposed text. */
            text: string;
        };
        /** @description How many reviews were answered, and how soon. */
        ReplyTimes: {
            /**
             * Format: int64
             * @description Reviews with a reply.
             */
            answered_count: number;
            /** @description `answered_count` divided by `review_count`, to four decimals; null without reviews. */
            answered_share: number | null;
            /**
             * Format: int64
             * @description Replies that are dated more than a day before their review, which was edited; they have no time.
             */
            early_count: number;
            /** @description Median of the hours from `review_date` to `reply_date` of the replies in `timed_count`, which are rounded to one decimal each; null without one. */
            median_hours: number | null;
            /** @description Ninety percent of the replies in `timed_count` took at most this time; null without one. */
            p90_hours: number | null;
            /**
             * Format: int64
             * @description Number of reviews.
             */
            review_count: number;
            /**
             * Format: int64
             * @description Replies whose time is known. A reply that is dated up to a day before its review counts as 0 hours.
             */
            timed_count: number;
            /**
             * Format: date
             * @description Null: the fields below are of all answered reviews. A date: more than a million are answered in the period, and the fields are of the reviews published since then.
             */
            times_from: string | null;
            /**
             * Format: int64
             * @description Replies where the date of the reply or of the review is not known; they have no time.
             */
            undated_count: number;
        };
        /** @description The reply times of one object. */
        ReplyTimesOfObject: {
            /**
             * Format: int64
             * @description Reviews with a reply.
             */
            answered_count: number;
            /** @description `answered_count` divided by `review_count`, to four decimals; null without reviews. */
            answered_share: number | null;
            /**
             * Format: int64
             * @description Replies that are dated more than a day before their review, which was edited; they have no time.
             */
            early_count: number;
            /** @description Median of the hours from `review_date` to `reply_date` of the replies in `timed_count`, which are rounded to one decimal each; null without one. */
            median_hours: number | null;
            /** @description Name of the object. */
            name: string;
            /**
             * Format: int64
             * @description The object.
             */
            object_id: number;
            /** @description Ninety percent of the replies in `timed_count` took at most this time; null without one. */
            p90_hours: number | null;
            /**
             * Format: int64
             * @description Number of reviews.
             */
            review_count: number;
            /**
             * Format: int64
             * @description Replies whose time is known. A reply that is dated up to a day before its review counts as 0 hours.
             */
            timed_count: number;
            /**
             * Format: date
             * @description Null: the fields below are of all answered reviews. A date: more than a million are answered in the period, and the fields are of the reviews published since then.
             */
            times_from: string | null;
            /**
             * Format: int64
             * @description Replies where the date of the reply or of the review is not known; they have no time.
             */
            undated_count: number;
        };
        /** @description The reply times of one platform. */
        ReplyTimesOfSource: {
            /**
             * Format: int64
             * @description Reviews with a reply.
             */
            answered_count: number;
            /** @description `answered_count` divided by `review_count`, to four decimals; null without reviews. */
            answered_share: number | null;
            /**
             * Format: int64
             * @description Replies that are dated more than a day before their review, which was edited; they have no time.
             */
            early_count: number;
            /** @description Median of the hours from `review_date` to `reply_date` of the replies in `timed_count`, which are rounded to one decimal each; null without one. */
            median_hours: number | null;
            /** @description Ninety percent of the replies in `timed_count` took at most this time; null without one. */
            p90_hours: number | null;
            /**
             * Format: int64
             * @description Number of reviews.
             */
            review_count: number;
            /**
             * Format: int64
             * @description The platform.
             */
            source_id: number;
            /** @description Machine name of the platform. */
            source_name: string;
            /**
             * Format: int64
             * @description Replies whose time is known. A reply that is dated up to a day before its review counts as 0 hours.
             */
            timed_count: number;
            /**
             * Format: date
             * @description Null: the fields below are of all answered reviews. A date: more than a million are answered in the period, and the fields are of the reviews published since then.
             */
            times_from: string | null;
            /**
             * Format: int64
             * @description Replies where the date of the reply or of the review is not known; they have no time.
             */
            undated_count: number;
        };
        /** @description The query of `POST /v3/exports`. */
        RequestExportQuery: {
            /**
             * Format: int64
             * @description A whole folder with its subfolders.
             */
            folder_id?: number;
            /**
             * @description The form of the file.
             * @default jsonl
             * @enum {string}
             */
            format?: "csv" | "jsonl";
            /** @description With or without images. */
            has_images?: boolean;
            /** @description With or without a reply of the organization. */
            has_reply?: boolean;
            /** @description With or without text. */
            has_text?: boolean;
            /** @description With or without videos. */
            has_videos?: boolean;
            /**
             * @description Also reviews that were deleted on the platform.
             * @default false
             */
            include_deleted?: boolean;
            /** @description Only reviews in these languages: two-letter or three-letter codes, `und` for those without a known one; empty: all. */
            languages?: string[];
            /**
             * @description Only these links. Ids of links outside the object, folder or account match nothing.
             * @default []
             */
            link_ids?: number[];
            /** @description Inclusive maximum. Excludes unrated reviews unless `min_rating` is 0. */
            max_rating?: number;
            /** @description Inclusive minimum. 0: no bound; includes unrated reviews. */
            min_rating?: number;
            /**
             * Format: int64
             * @description The object. Without `object_id` and `folder_id` the feed is that of the whole account.
             */
            object_id?: number;
            /**
             * @description Only reviews that were deleted on the platform; takes precedence over `include_deleted`.
             * @default false
             */
            only_deleted?: boolean;
            /**
             * @description `collected`: only reviews that collections found. `imported`: only those that imports have brought and no collection has found yet.
             * @enum {string}
             */
            provenance?: "collected" | "imported";
            /**
             * Format: date
             * @description Inclusive lower bound of `review_date`; undated reviews do not match.
             */
            published_from?: string;
            /**
             * Format: date
             * @description Inclusive upper bound of `review_date`; undated reviews do not match.
             */
            published_to?: string;
            /** @description Substring of the text, case-insensitive; fewer than two non-whitespace characters are ignored. */
            search?: string;
            /**
             * @description Also hidden reviews.
             * @default false
             */
            show_hidden?: boolean;
            /**
             * @description Only these platforms, ids from `GET /sources`; empty: all.
             * @default []
             */
            source_ids?: number[];
            /**
             * @description Only these platforms, slugs from `GET /v3/sources`; together with `source_ids` those of either.
             * @default []
             */
            source_slugs?: string[];
            /** @description Only reviews that changed strictly after this time. UTC if it has no zone. */
            updated_after?: string;
        };
        /** @description A review as the platform published it, with the state of its reply and its flags. */
        Review: {
            /** @description As the platform shows it; surnames are masked. */
            author: string | null;
            /** @description When the service detected that it disappeared. */
            deleted_at: string | null;
            /** @description The platform's own id of the review, or a stable hash if it has none. */
            external_review_id: string;
            /** @description Whether `images` has any items. */
            has_images: boolean;
            /** @description Whether `videos` has any items. */
            has_videos: boolean;
            /**
             * Format: int64
             * @description The same id appears in webhook events.
             */
            id: number;
            /** @description Attached images. */
            images: components["schemas"]["ReviewImage"][];
            /** @description The review disappeared from the platform. */
            is_deleted: boolean;
            /** @description Hidden in the object. Absent where no single object is addressed. */
            is_hidden?: boolean;
            /** @description Pinned in the object. Absent where no single object is addressed. */
            is_pinned?: boolean;
            /** @description Language of `text`, detected by the service, as a primary subtag of BCP 47; `und` if it is unknown. */
            language: string;
            /** @description When a collection saw it last. */
            last_seen_at: string;
            /**
             * Format: int64
             * @description The link from which it was collected.
             */
            link_id: number;
            /** @description Disadvantages; filled with `separate_pos_neg=true`. */
            negative: string | null;
            /**
             * Format: int64
             * @description The object.
             */
            object_id: number;
            /**
             * Format: int64
             * @description Position among the pinned reviews, from 0. Absent where no single object is addressed.
             */
            pin_position?: number | null;
            /** @description Advantages; filled with `separate_pos_neg=true`. */
            positive: string | null;
            /** @description Where the review is from. */
            provenance: components["schemas"]["ReviewProvenance"];
            /** @description The rating on the scale 1-5, at most two decimals. */
            rating: number | null;
            /** @description The rating on the platform's own scale, not converted. */
            rating_original: string | null;
            /** @description The platform's own record without personal data; with `include_raw=true`. */
            raw_review?: {
                [key: string]: unknown;
            };
            /** @description Date of the reply, in UTC on every platform. */
            reply_date: string | null;
            /** @description The organization's reply, by any author. */
            reply_text: string | null;
            /** @description The platform's local time, as the platform shows it. */
            review_date: string | null;
            /** @description Direct link on the platform. */
            review_url: string | null;
            /**
             * Format: int64
             * @description Platform.
             */
            source_id: number;
            /** @description Machine name of the platform. */
            source_slug: string;
            /** @description The text; its parts are joined by a blank line. */
            text: string | null;
            /** @description When anything visible to clients last changed. */
            updated_at: string;
            /** @description Attached videos. */
            videos: components["schemas"]["ReviewVideo"][];
        };
        /** @description One change to apply to a copy of the reviews. */
        ReviewChange: {
            /** @description When the review changed, or moved into or out of the composition. */
            changed_at: string;
            /**
             * @description `upsert`: store the review in this state; `remove`: remove it from the copy, if present.
             * @enum {string}
             */
            op: "upsert" | "remove";
            /** @description Why it is removed: `link_removed`, `object_disabled`, `object_deleted`, `import_removed` (v3), or `out_of_scope` (its object left the folder, or a trial can no longer see it). Null for an upsert. */
            reason: string | null;
            /** @description The review with its flags, even if it is deleted or hidden. Null for a removal. */
            review: components["schemas"]["Review"] | null;
            /**
             * Format: int64
             * @description The review.
             */
            review_id: number;
        };
        /** @description A page of changes, in the order in which to apply them. */
        ReviewChanges: {
            /** @description Apply them in this order. May be empty. */
            data: components["schemas"]["ReviewChange"][];
            /** @description Whether more changes can be read at once. */
            has_next: boolean;
            /** @description Cursor of the next page; always present, also when `data` is empty. */
            next_cursor: string;
        };
        /** @description A photo of a review. */
        ReviewImage: {
            /** @description Full version. */
            image: string | null;
            /** @description Small version. */
            preview: string | null;
            /** @description Address with a `{size}` placeholder. */
            template_url: string;
        };
        /** @description An import of reviews. */
        ReviewImport: {
            /**
             * Format: int64
             * @description Reviews that it brought.
             */
            created: number;
            /** @description When it began. */
            created_at: string;
            /**
             * Format: int64
             * @description Id of the import.
             */
            id: number;
            /**
             * Format: int64
             * @description Those it brought that no collection has found yet, and that a removal removes.
             */
            only_imported: number;
            /** @description When it was removed; null otherwise. */
            removed_at: string | null;
            /**
             * Format: int64
             * @description Reviews of earlier imports that it changed.
             */
            updated: number;
        };
        /** @description A file of reviews from elsewhere. */
        ReviewImportBody: {
            /** @description JSON lines, at most 1,000: `{"object_id" or "object_name", "source_slug", "origin", "external_review_id", "author", "text", "positive", "negative", "review_date", "rating", "rating_scale", "rating_original", "review_url", "reply_text", "reply_date"}`. More lines are sent in several requests. */
            file: string;
        };
        /** @description A review in a delivery. */
        ReviewInEvent: {
            /** @description As shown by the platform; surnames are masked. */
            author: string | null;
            /** @description The platform's own id of the review, or a stable hash where it has none. */
            external_review_id: string;
            /** @description Whether photos are attached. */
            has_images: boolean;
            /**
             * Format: int64
             * @description Review id, the same as in the feed.
             */
            id: number;
            /** @description 1-5, may be fractional; null without a numeric rating. */
            rating: number | null;
            /** @description Date of the reply, in UTC; null if there is none. */
            reply_date: string | null;
            /** @description The organization's reply; null if there is none. */
            reply_text: string | null;
            /** @description The platform's local time. */
            review_date: string | null;
            /** @description The review itself on the platform. */
            review_url: string | null;
            /**
             * Format: int64
             * @description Platform.
             */
            source_id: number;
            /** @description Machine name of the platform. */
            source_slug: string;
            /** @description Text of the review. */
            text: string | null;
            /** @description The object's page on the platform. */
            url: string;
        };
        /** @description Where a review is from. */
        ReviewProvenance: {
            /**
             * Format: int64
             * @description The import; null for a collected review.
             */
            import_id: number | null;
            /** @description When it was imported; null for a collected review. */
            imported_at: string | null;
            /**
             * @description `collected`: a collection found it. `imported`: only an import has brought it.
             * @enum {string}
             */
            kind: "collected" | "imported";
            /** @description Where the import got it from, in the words of its file; null if it does not say. */
            origin: string | null;
        };
        /** @description The body of a delivery of reviews. */
        ReviewsEvent: {
            /**
             * Format: int64
             * @description Id of the delivery, the same on every retry; deduplicate by it.
             */
            delivery_id: number;
            /**
             * @description Event type.
             * @enum {string}
             */
            event: "reviews.new" | "replies.new" | "reviews.updated" | "reviews.deleted" | "reviews.restored";
            /** @description Reviews by object. Every review occurs once. */
            objects: components["schemas"]["ObjectInEvent"][];
            /** @description When the delivery was created. */
            occurred_at: string;
            /**
             * @description Version of the body.
             * @enum {string}
             */
            schema_version: "3";
            /** @description Figures over all reviews of the delivery. */
            summary: components["schemas"]["EventSummary"];
            /** @description true in test events, which have sample data; otherwise absent. */
            test?: boolean;
            /** @description Whether the reviews were omitted because the body would have been too large; read them over REST. With thousands of objects, their names are empty, and only the first objects, as many as fit, are listed; `summary` counts all reviews. */
            truncated: boolean;
        };
        /** @description A video of a review. */
        ReviewVideo: {
            /**
             * Format: int64
             * @description Milliseconds.
             */
            duration_ms: number | null;
            /**
             * Format: int64
             * @description Pixels.
             */
            height: number | null;
            /**
             * @description Platform player, direct file, or stream.
             * @enum {string}
             */
            kind: "embed" | "file" | "hls";
            /** @description Still picture. */
            thumbnail: string | null;
            /** @description Address of the video. */
            video_url: string | null;
            /**
             * Format: int64
             * @description Pixels.
             */
            width: number | null;
        };
        /** @description How long ago the links of a source were read, by one of its roads. Without frozen links and links that are off. */
        RoadAgesShown: {
            /**
             * Format: int64
             * @description Number of links.
             */
            links: number;
            /**
             * Format: int64
             * @description Links that were never read with success. They have no age.
             */
            never_read: number;
            /**
             * Format: int64
             * @description Half of the links were read at most so many seconds ago; null if none was read.
             */
            p50_seconds: number | null;
            /**
             * Format: int64
             * @description 95 % of the links were read at most so many seconds ago; null if none was read.
             */
            p95_seconds: number | null;
            /** @description Name of the road that read them last; null for links of which no collection has begun. */
            road: string | null;
        };
        /** @description Collection runs of all accounts. */
        RunCounts: {
            /**
             * Format: int64
             * @description Links of these runs that wait for collection.
             */
            links_queued: number;
            /**
             * Format: int64
             * @description Links of these runs that are being collected.
             */
            links_running: number;
            /**
             * Format: int64
             * @description Runs that have not ended.
             */
            open: number;
        };
        /** @description The body of a delivery about the end of a collection run. */
        RunFinishedEvent: {
            /**
             * Format: int64
             * @description Id of the delivery, the same on every retry; deduplicate by it.
             */
            delivery_id: number;
            /**
             * @description Event type.
             * @enum {string}
             */
            event: "scrape.run.finished";
            /** @description When the collection run finished. */
            finished_at: string;
            /** @description When the delivery was created. */
            occurred_at: string;
            /**
             * @description Version of the body.
             * @enum {string}
             */
            schema_version: "3";
            /** @description true in test events, which have sample data; otherwise absent. */
            test?: boolean;
        };
        /** @description The secret that signs deliveries, in the formats of both signatures. */
        SigningSecret: {
            /** @description When it was last rotated; null if never. */
            rotated_at: string | null;
            /** @description Key of the HMAC, the whole text. */
            secret: string;
            /** @description The same secret in the format of libraries for Standard Webhooks, for `webhook-signature`. */
            standard_secret: string;
        };
        /** @description Another object that may be the one of a line: of the account, or of another line. */
        SimilarToLine: {
            /**
             * Format: int64
             * @description The other line; null for an object of the account.
             */
            line: number | null;
            /** @description Its name. */
            name: string;
            /**
             * Format: int64
             * @description The object; null for one of another line.
             */
            object_id: number | null;
            /**
             * @description `page`: it has a page that the line would link. `name`: its name differs only in case, width or spaces, and the line would create an object.
             * @enum {string}
             */
            same: "page" | "name";
        };
        /** @description An object with its links. */
        SingleObject: {
            /** @description When the object was created. */
            created_at: string;
            /** @description Always null: a deleted object is not returned. */
            deleted_at: string | null;
            /**
             * Format: int64
             * @description Id of the object.
             */
            id: number;
            /** @description A disabled object is not collected; its reviews and analytics are not returned. */
            is_active: boolean;
            /** @description Links, oldest first. */
            links: components["schemas"]["Link"][];
            /** @description Name of the object. */
            name: string;
            /**
             * @description The state in one word, from the `state` of the enabled links; null without one. `off`: the object is disabled. `collecting`: a link is being read. `up_to_date`, `waiting`, `paused`: all links are. `failed`: no link was read. `partial`: some were, or in part.
             * @enum {string|null}
             */
            state: "off" | "collecting" | "paused" | "waiting" | "failed" | "partial" | "up_to_date" | null;
            /**
             * Format: int64
             * @description Owner.
             */
            user_id: number;
        };
        /** @description A platform of this installation. */
        Source: {
            /** @description Address of the platform; empty if this version no longer supports the platform. */
            base_url: string;
            /** @description The service can publish replies on this platform; distinct from `has_reply`. */
            can_publish_reply: boolean;
            /** @description How objects are connected to the platform; null if they are not. */
            connection: components["schemas"]["SourceConnecting"] | null;
            /** @description When the platform was added to this installation. */
            created_at: string;
            /** @description Display name. */
            display_name: string;
            /** @description Reviews on this platform can carry photos. */
            has_images: boolean;
            /** @description Reviews on this platform can carry organization replies. */
            has_reply: boolean;
            /**
             * Format: int64
             * @description Platform id; filters reviews and analytics (`source_ids`).
             */
            id: number;
            /** @description Whether the platform is collected. One that is not collected and has no links is not listed. */
            is_active: boolean;
            /** @description The platform's own rating scale. */
            rating_scale: number;
            /**
             * @description Unit of `reply_max_length`.
             * @enum {string|null}
             */
            reply_length_unit: "characters" | "bytes" | null;
            /**
             * Format: int64
             * @description Longest reply that the platform accepts; null if no reply can be published or no limit is known.
             */
            reply_max_length: number | null;
            /** @description The ways to read reviews. Without a public one, an object must be connected. */
            roads: components["schemas"]["SourceRoad"][];
            /** @description Machine name; filters webhooks (`allowed_sources`). */
            slug: string;
        };
        /** @description How objects are connected to a platform, and what a connection allows. */
        SourceConnecting: {
            /** @description Sets of fields of which one must be filled; empty: the required fields suffice. A field in no set belongs to all of them. */
            alternatives: components["schemas"]["SourceConnectionSet"][];
            /** @description A published reply can be deleted. */
            can_delete: boolean;
            /** @description A published reply can be replaced. */
            can_replace: boolean;
            /** @description The fields of a connection without the sign-in. */
            fields: components["schemas"]["SourceConnectionField"][];
            /** @description The platform shows replies only after moderation. */
            moderated: boolean;
            /** @description Persons connect with the sign-in of the platform. */
            oauth: boolean;
            /** @description Connecting is possible now; false until the operator has registered the OAuth client. */
            ready: boolean;
        };
        /** @description A value that a person enters to connect an object to a platform. */
        SourceConnectionField: {
            /** @description Where the person finds the value. */
            description: string;
            /** @description Name of the field in `fields` of POST /v3/connections. */
            name: string;
            /** @description The field must be filled, whichever of `alternatives` is chosen. */
            required: boolean;
            /** @description The value is a secret; it is never returned. */
            secret: boolean;
        };
        /** @description One of several sets of fields, any of which opens a connection. */
        SourceConnectionSet: {
            /** @description Names of further fields that only this set uses. */
            optional: string[];
            /** @description Names of the fields that must all be filled. */
            required: string[];
            /** @description What the values are, as the name of a choice. */
            title: string;
        };
        /** @description What happened to a source. */
        SourceEventShown: {
            /** @description When it happened. */
            at: string;
            /** @description Figures and reasons, by kind. */
            facts: {
                [key: string]: unknown;
            };
            /**
             * Format: int64
             * @description Id of the event.
             */
            id: number;
            /**
             * @description What happened.
             * @enum {string}
             */
            kind: "paused" | "resumed" | "tried" | "rests" | "drift" | "drift_over" | "road_ends" | "notifications";
        };
        /** @description How many of the reviews that are read from a source have a field. */
        SourceFieldShown: {
            /** @description Whether an alarm is open. */
            alarm: boolean;
            /** @description An alarm is raised below this share; null if the field raises none. */
            alarm_below: number | null;
            /** @description Since when the alarm is open. */
            alarm_since: string | null;
            /**
             * @description The field.
             * @enum {string}
             */
            field: "rating" | "text" | "date" | "author" | "reply" | "images" | "review";
            /** @description Usual share of 14 days; null if too little was read. */
            normal: number | null;
            /** @description Share with the field now, 0 to 1; null if nothing was read. */
            now: number | null;
            /**
             * Format: int64
             * @description Reviews that `now` was computed from.
             */
            reviews: number;
        };
        /** @description The visits of a source in one hour. */
        SourceHourShown: {
            /** @description Begin of the hour. */
            hour: string;
            /**
             * Format: int64
             * @description Visits that succeeded.
             */
            succeeded: number;
            /**
             * Format: int64
             * @description Visits that ended in the hour, without those that failed because of their link.
             */
            visits: number;
        };
        /** @description Why a source is paused or resumed. */
        SourceReasonBody: {
            /** @description The reason, for other operators and the audit trail. */
            reason: string;
        };
        /** @description A way to read the reviews of an object on a platform. */
        SourceRoad: {
            /** @description When the platform ends this way; null if it has announced no end. */
            ends_at: string | null;
            /**
             * @description Whether the formats are known from recorded responses of the platform, or only from documentation.
             * @enum {string}
             */
            evidence: "recorded" | "documented";
            /**
             * Format: int64
             * @description Age in days of the oldest visible review; null if none is known.
             */
            limit_days: number | null;
            /**
             * Format: int64
             * @description Largest number of visible reviews; null if none is known.
             */
            limit_reviews: number | null;
            /**
             * Format: int64
             * @description The schedule collects links that are read in this way at most once in so many seconds; null: no limit.
             */
            min_every_seconds: number | null;
            /** @description Name of the road, unique in the platform. */
            name: string;
            /**
             * @description Order of the list. Lists without an order are read completely in each collection.
             * @enum {string}
             */
            order: "newest_first" | "unordered";
            /**
             * @description `public`: the public pages, used for objects without a connection. `owner`: the connection of the object. `both`: the connection and the public pages. The same values as `read_by` of a link.
             * @enum {string}
             */
            read_by: "public" | "owner" | "both";
            /**
             * @description Which reviews are visible: all, the newest, or some that the platform selects.
             * @enum {string}
             */
            shows: "all" | "newest" | "selection";
        };
        /** @description Figures over all sources. */
        SourcesTotalsShown: {
            /**
             * Format: int64
             * @description Links that are due within the hour.
             */
            due_1h: number;
            /**
             * Format: int64
             * @description Links that are frozen after lasting failures.
             */
            frozen: number;
            /** @description Why they are frozen, most frequent first. */
            frozen_reasons: components["schemas"]["FrozenReasonShown"][];
            /**
             * Format: int64
             * @description New reviews of 24 hours.
             */
            new_24h: number;
            /** @description Share of the visits of 24 hours that ended soon after the link was due, within a tenth of the period; null without visits. */
            on_time_24h: number | null;
            /**
             * Format: int64
             * @description Visits of 24 hours.
             */
            visits_24h: number;
        };
        /** @description Figures of one platform. */
        SourceSummary: {
            /** @description Mean of the ratings, 1-5, rounded half up to two decimals. */
            avg_rating: number | null;
            /**
             * Format: date
             * @description Date of the newest dated review.
             */
            latest_review_date: string | null;
            /** @description Rated reviews by rating. */
            rating_distribution: components["schemas"]["RatingCounts"];
            /** @description Replies by the rating of the review. */
            reply_distribution: components["schemas"]["RatingCounts"];
            /**
             * Format: int64
             * @description Number of reviews.
             */
            review_count: number;
            /**
             * Format: int64
             * @description Reviews with images.
             */
            reviews_with_images: number;
            /**
             * Format: int64
             * @description Reviews with text.
             */
            reviews_with_text: number;
            /**
             * Format: int64
             * @description The platform.
             */
            source_id: number;
            /** @description Machine name of the platform. */
            source_name: string;
            /**
             * Format: int64
             * @description Reviews with a reply.
             */
            total_with_reply: number;
        };
        /** @description The link to try. */
        SourceTrialBody: {
            /**
             * Format: int64
             * @description A link of the source; null: one whose last collection succeeded.
             */
            link_id: number | null;
        };
        /** @description The visit of the link that was tried last. */
        SourceTrialShown: {
            /** @description When the visit ended. */
            ended_at: string | null;
            /**
             * Format: int64
             * @description The link.
             */
            link_id: number;
            /**
             * @description How the visit ended.
             * @enum {string|null}
             */
            outcome: "success" | "failed" | "dropped" | null;
            /**
             * Format: int64
             * @description Pages that were read.
             */
            pages: number;
            /**
             * Format: int64
             * @description Reviews that were read.
             */
            read: number;
            /**
             * Format: int64
             * @description The run.
             */
            run_id: number;
            /** @description Why it failed. */
            scrape_error: string | null;
            /**
             * @description State of the visit.
             * @enum {string}
             */
            state: "queued" | "running" | "ended";
        };
        /** @description A planned visit. */
        SourceTrialStarted: {
            /**
             * Format: int64
             * @description The link.
             */
            link_id: number;
            /**
             * Format: int64
             * @description The run.
             */
            run_id: number;
        };
        /** @description A kind of failed visits. */
        SourceTroubleShown: {
            /** @description Code of `scrape_error`. */
            code: string;
            /** @description Whether it says something about the links alone: their pages do not exist, or their owners gave no access. Such visits do not count for the state of the source. */
            of_links: boolean;
            /** @description Share of all visits, 0 to 1. */
            share: number;
            /**
             * Format: int64
             * @description Visits of the last 24 hours.
             */
            visits: number;
        };
        /** @description A part of reviews or of their object that pages of a source showed and that could not be read. */
        SourceUnreadShown: {
            /**
             * Format: int64
             * @description How often it was not read in the last 24 hours.
             */
            count: number;
            /**
             * @description The part. `review`: whole reviews; `name`, `average` and `count` are those of the object.
             * @enum {string}
             */
            part: "review" | "list" | "rating" | "date" | "text" | "author" | "reply" | "reply_date" | "photo" | "video" | "address" | "name" | "average" | "count" | "document";
            /**
             * Format: int64
             * @description Visits in which it was not read.
             */
            visits: number;
        };
        /** @description Counts over all accounts. */
        StatisticsShown: {
            /** @description Accounts. */
            accounts: components["schemas"]["AccountCounts"];
            /** @description Deliveries to webhooks. */
            deliveries: components["schemas"]["DeliveryCounts"];
            /**
             * Format: int64
             * @description Events in the outbox that are not processed yet.
             */
            events_waiting: number;
            /** @description When the counts were computed. */
            generated_at: string;
            /** @description Links of all accounts, without deleted ones. */
            links: components["schemas"]["LinkCounts"];
            /** @description Outgoing mail. */
            mail: components["schemas"]["MailCounts"];
            /**
             * Format: int64
             * @description Notices to accounts.
             */
            notices: number;
            /** @description Objects of all accounts, without deleted ones. */
            objects: components["schemas"]["ObjectCounts"];
            /**
             * Format: int64
             * @description Reviews of all accounts, without deleted ones.
             */
            reviews: number;
            /** @description Running collections. */
            runs: components["schemas"]["RunCounts"];
            /**
             * Format: int64
             * @description Support messages of clients.
             */
            support_messages: number;
        };
        /** @description What became of a result. */
        StoredClaimResult: {
            /**
             * Format: int64
             * @description The delivery.
             */
            delivery_id: number;
            /** @description When a delivery that is `pending` after a stored result may be claimed again; otherwise null. */
            next_attempt_at: string | null;
            /**
             * @description `lease_lost`: nothing was stored, because the lease has expired or the delivery has ended or was sent again meanwhile.
             * @enum {string}
             */
            result: "stored" | "released" | "lease_lost";
            /**
             * @description The delivery after a stored result; otherwise null.
             * @enum {string|null}
             */
            status: "pending" | "success" | "failed" | "dead_letter" | null;
        };
        /** @description A folder inside another one. */
        Subfolder: {
            /** @description When the folder was created. */
            created_at: string;
            /**
             * Format: int64
             * @description Id of the folder.
             */
            id: number;
            /** @description Name of the folder. */
            name: string;
            /** @description Objects directly in this folder, by id, without those of subfolders. Disabled objects are included, deleted ones are not. */
            objects: components["schemas"]["ObjectInFolder"][];
            /**
             * Format: int64
             * @description Parent folder; null for a root folder.
             */
            parent_folder_id: number | null;
            /** @description Always empty: folders have two levels. */
            subfolders: {
                [key: string]: unknown;
            }[];
            /**
             * Format: int64
             * @description Owner and creator.
             */
            user_id: number;
        };
        /** @description Figures of all reviews that match the filters. */
        SummaryFigures: {
            /** @description Mean of the ratings, 1-5, rounded half up to two decimals. */
            avg_rating: number | null;
            /** @description Rated reviews by rating. */
            rating_distribution: components["schemas"]["RatingCounts"];
            /** @description Figures about the replies of the organization. */
            reply: components["schemas"]["ReplyFigures"];
            /**
             * Format: int64
             * @description Reviews with images.
             */
            reviews_with_images: number;
            /**
             * Format: int64
             * @description Reviews with text.
             */
            reviews_with_text: number;
            /**
             * Format: int64
             * @description Number of reviews, including hidden and excluding deleted ones.
             */
            total_reviews: number;
        };
        /** @description The filters of the figures. */
        SummaryMeta: {
            /**
             * Format: int64
             * @description The addressed folder; null for an object or the account.
             */
            folder_id: number | null;
            /** @description When the figures were computed. */
            generated_at: string;
            /**
             * Format: int64
             * @description The addressed object; null for a folder or the account.
             */
            object_id: number | null;
            /** @description The objects whose reviews are counted. */
            object_ids: number[];
            /**
             * Format: date
             * @description First publication date that is counted.
             */
            published_from: string;
            /**
             * Format: date
             * @description Last publication date that is counted.
             */
            published_to: string;
            /** @description Platforms of the request; empty is all. */
            source_ids: number[];
        };
        /** @description A message to the developers. */
        SupportMessageBody: {
            /**
             * Format: email
             * @description E-mail address for the reply; absent: the address of the account.
             */
            contact?: string | null;
            /** @description The message. */
            message: string;
            /** @description Subject of the message. */
            subject?: string | null;
        };
        /** @description The operator's mark on a support message. */
        SupportMessageMarkBody: {
            /** @description `true` marks the message as done, `false` as open. */
            done: boolean;
        };
        /** @description A message of a client, for the operator. */
        SupportMessageShown: {
            /**
             * Format: int64
             * @description Account that sent the message.
             */
            account_id: number;
            /** @description E-mail address for the reply; null: the address of the account. */
            contact: string | null;
            /** @description When the message was sent. */
            created_at: string;
            /** @description When the operator marked the message as done; null: it is open. */
            done_at: string | null;
            /**
             * Format: int64
             * @description Id of the message.
             */
            id: number;
            /**
             * Format: int64
             * @description Key that the message was sent with; null if a person sent it in the console.
             */
            key_id: number | null;
            /** @description The message. Untrusted text: do not render it as HTML. */
            message: string;
            /**
             * Format: int64
             * @description Person who sent the message in the console.
             */
            person_id: number | null;
            /** @description Subject of the message. */
            subject: string | null;
        };
        /** @description Confirmation that the message was stored. */
        SupportReceipt: {
            /** @description Confirmation for display. */
            detail: string;
            /**
             * Format: int64
             * @description Id of the message.
             */
            id: number;
        };
        /** @description Which switch to set, and why. */
        SwitchBody: {
            /** @description The reason, for other operators and the audit trail. */
            reason?: string | null;
            /** @description The platform; absent or null: all platforms together. */
            source_slug?: string | null;
        };
        /** @description An object after a switch. */
        SwitchedObject: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            id: number;
            /** @description Whether the object is enabled. */
            is_active: boolean;
        };
        /** @description What the operator has switched off for all accounts. */
        SwitchedOffShown: {
            /** @description Since when it is off. */
            since: string;
            /**
             * Format: int64
             * @description The platform; null: all platforms.
             */
            source_id: number | null;
            /** @description Machine name of the platform; null: all platforms. */
            source_slug: string | null;
            /**
             * @description `replies`: they are accepted and stay `pending`. `webhooks`: deliveries are recorded and stay `pending`; of one platform, those with its reviews. `collection`: links keep their due times and are not collected.
             * @enum {string}
             */
            switch: "replies" | "webhooks" | "collection";
        };
        /** @description Objects to be switched on or off. */
        SwitchObjectsBody: {
            /** @description Whether to enable or to disable the objects. */
            is_active: boolean;
            /** @description Objects to switch, all or none. Repeated ids are no error. */
            object_ids: number[];
        };
        /** @description A switch of the operator, of all platforms together or of one. */
        SwitchShown: {
            /** @description Since when it is off; null while it is on. */
            off_since: string | null;
            /** @description The reason that the operator gave; null if none was given, and while it is on. */
            reason: string | null;
            /** @description Name of the platform. */
            source_name: string | null;
            /** @description The platform; null: all platforms together. */
            source_slug: string | null;
            /**
             * @description What it switches.
             * @enum {string}
             */
            switch: "replies" | "webhooks" | "collection";
        };
        /** @description The query of `GET /v3/reviews/sync`. */
        SyncReviewsQuery: {
            /** @description `next_cursor` of the previous page; absent at the beginning. Valid for a year. */
            cursor?: string;
            /**
             * Format: int64
             * @description A whole folder with its subfolders.
             */
            folder_id?: number;
            /**
             * @description Adds `raw_review`, the platform's own record.
             * @default false
             */
            include_raw?: boolean;
            /**
             * Format: int64
             * @description Changes per page.
             * @default 500
             */
            limit?: number;
            /**
             * @description `snapshot` (the default): first all reviews, then changes. `changes`: only changes after the first call. With a cursor: the mode it was issued for, or omitted.
             * @enum {string}
             */
            mode?: "snapshot" | "changes";
            /**
             * Format: int64
             * @description The object. Exactly one of `object_id` and `folder_id` is required.
             */
            object_id?: number;
        };
        /** @description Which test event is sent. */
        TestBody: {
            /**
             * @description One of the types that the webhook is subscribed to; the first one by default.
             * @enum {string}
             */
            event_type?: "reviews.new" | "replies.new" | "scrape.run.finished" | "reviews.updated" | "reviews.deleted" | "reviews.restored";
        };
        /** @description A mail that was queued. */
        TestMailShown: {
            /** @description The addresses of the operators. */
            recipients: string[];
        };
        /** @description The result of the test event. */
        TestResult: {
            /**
             * Format: int64
             * @description Delivery id of the test event.
             */
            delivery_id: number;
            /**
             * Format: int64
             * @description From the DNS look-up to the status line, in milliseconds.
             */
            duration_ms: number;
            /** @description Why it failed: `bad_status`, or without a response `timeout`, `dns`, `tls`, `refused`, `unreachable`, `reset`, `blocked_address`, `bad_answer`, or `switched_off`: the operator has switched off all deliveries, and nothing was sent, or of a listener `waiting`: no client has answered it yet; null on success. */
            error: string | null;
            /**
             * @description Type of the event: that of the request, or the first subscribed one.
             * @enum {string}
             */
            event: "reviews.new" | "replies.new" | "scrape.run.finished" | "reviews.updated" | "reviews.deleted" | "reviews.restored";
            /**
             * Format: int64
             * @description Status of the response; null if none arrived.
             */
            status_code: number | null;
            /** @description Whether the receiver answered with a 2xx. */
            success: boolean;
        };
        /** @description The filters of the series. */
        TimeseriesMeta: {
            /**
             * Format: int64
             * @description The addressed folder; null for an object or the account.
             */
            folder_id: number | null;
            /** @description When the figures were computed. */
            generated_at: string;
            /**
             * @description Length of a period.
             * @enum {string}
             */
            granularity: "day" | "week" | "month";
            /**
             * Format: int64
             * @description The addressed object; null for a folder or the account.
             */
            object_id: number | null;
            /**
             * Format: date
             * @description First publication date that is counted.
             */
            published_from: string;
            /**
             * Format: date
             * @description Last publication date that is counted.
             */
            published_to: string;
            /** @description Platforms of the request; empty is all. */
            source_ids: number[];
        };
        /** @description Figures of one platform over time. */
        TimeseriesOfSource: {
            /**
             * Format: int64
             * @description The platform; 0 for the sum of all platforms.
             */
            source_id: number;
            /** @description Machine name of the platform; `all` for the sum of all platforms. */
            source_name: string;
            /** @description Every period of the range, in chronological order. */
            timeseries: components["schemas"]["TimeseriesPoint"][];
        };
        /** @description Figures of one period. */
        TimeseriesPoint: {
            /** @description Mean of the ratings; null if no review is rated. */
            avg_rating: number | null;
            /** @description `2026-11-20`, `2026-W47` (ISO week) or `2026-11`. */
            period: string;
            /** @description Reviews by rating. */
            rating_distribution: components["schemas"]["RatingCounts"];
            /**
             * Format: int64
             * @description Reviews with a reply, by the date of the review.
             */
            reply_count: number;
            /** @description Replies by the rating of the review. */
            reply_distribution: components["schemas"]["RatingCounts"];
            /**
             * Format: int64
             * @description Number of reviews.
             */
            review_count: number;
            /**
             * Format: int64
             * @description Reviews with images.
             */
            reviews_with_images: number;
            /**
             * Format: int64
             * @description Reviews with text.
             */
            reviews_with_text: number;
        };
        /** @description The reviews that are not counted for a trial. */
        TrialAccessFigures: {
            /**
             * Format: int64
             * @description Number of collected reviews that are omitted, regardless of the filters.
             */
            hidden_total: number;
            /**
             * Format: int64
             * @description Number of latest reviews of each link that are counted.
             */
            limit_per_link: number;
            /** @description The same information as readable text. */
            message: string;
            /**
             * @description Why reviews are omitted.
             * @enum {string}
             */
            reason: "trial";
        };
        /** @description Reviews to be returned to the feed. */
        UnhideBody: {
            /** @description Reviews of the object, in the body or in the query. Repeated ids are no error. */
            review_ids?: number[];
        };
        /** @description Reviews to be unpinned. */
        UnpinBody: {
            /** @description Reviews of the object, in the body or in the query. Repeated ids are no error. */
            review_ids?: number[];
        };
        /** @description A URL that receives events, or a listener, whose deliveries a client claims. */
        Webhook: {
            /** @description `immediate` or `daily_<HOUR>` (UTC). */
            bucket_window: string;
            /** @description When it was created. */
            created_at: string;
            /** @description Events that it receives. */
            event_types: ("reviews.new" | "replies.new" | "scrape.run.finished" | "reviews.updated" | "reviews.deleted" | "reviews.restored")[];
            /**
             * Format: int64
             * @description Consecutive failed attempts; a success sets it to 0.
             */
            failure_count: number;
            /** @description As set; an omitted field does not filter. */
            filters: components["schemas"]["WebhookFilters"];
            /**
             * @description Whose message the bodies of its deliveries are; `hrev`: the bodies of the reference.
             * @enum {string}
             */
            format: "hrev" | "slack" | "teams" | "discord";
            /** @description The names of its own headers, in the order of the request. Their values are never returned. */
            header_names: string[];
            /**
             * Format: int64
             * @description Id of the webhook.
             */
            id: number;
            /** @description false: paused. */
            is_active: boolean;
            /** @description Of a listener: when a client last claimed deliveries, to the minute, or its creation; a week later it is removed. Null for every other webhook. */
            last_claim_at: string | null;
            /** @description When an attempt last failed. */
            last_failure_at: string | null;
            /** @description true: it has no target. Its deliveries wait until a client claims them. */
            listener: boolean;
            /** @description Objects of the account; null: all. Deleted objects are omitted. If all of them were deleted, no event is sent. */
            object_ids: number[] | null;
            /** @description The URL that receives the deliveries. Persons with the role viewer get it without user information, values of the query and parts of the path that look like tokens: `…` replaces them. Null for a listener. */
            target: string | null;
            /** @description When its settings were last changed. */
            updated_at: string;
        };
        /** @description A delivery and its state. */
        WebhookDelivery: {
            /**
             * Format: int64
             * @description Attempts made so far.
             */
            attempts: number;
            /** @description When it was created. */
            created_at: string;
            /**
             * Format: int64
             * @description As `X-Hrev-Delivery-Id`.
             */
            delivery_id: number;
            /**
             * @description Event type.
             * @enum {string}
             */
            event: "reviews.new" | "replies.new" | "scrape.run.finished" | "reviews.updated" | "reviews.deleted" | "reviews.restored";
            /** @description When the last attempt began. */
            last_attempt_at: string | null;
            /**
             * Format: int64
             * @description How long the last attempt took, in milliseconds.
             */
            last_duration_ms: number | null;
            /** @description Why the last attempt got no response: `timeout`, `dns`, `tls`, `refused`, `unreachable`, `reset`, `blocked_address`, `bad_answer` or `no_secret`. `body_removed`: there was no attempt before the body was removed. */
            last_error: string | null;
            /**
             * Format: int64
             * @description Status of the last response; null if none arrived.
             */
            last_status_code: number | null;
            /** @description When the next attempt is due; null once it is settled. */
            next_attempt_at: string | null;
            /** @description Objects of the reviews, at most the first five; empty for `scrape.run.finished`. */
            object_ids: number[];
            /**
             * Format: int64
             * @description Reviews of the event, also if the body is `truncated`; null for `scrape.run.finished`.
             */
            review_count: number | null;
            /**
             * Format: int64
             * @description As `X-Hrev-Sequence`: numbers the deliveries of the webhook in the order of their creation, from 1 and without gaps. Null for a webhook created through v2, and for deliveries that are older than the numbers.
             */
            sequence: number | null;
            /**
             * @description `pending`: an attempt is in flight or will be made; `failed`: the receiver refused it for good; `dead_letter`: every attempt failed.
             * @enum {string}
             */
            status: "pending" | "success" | "failed" | "dead_letter";
            /** @description Since when the operator has switched off deliveries, or those with reviews of one of its platforms: a `pending` delivery waits, and is sent when they are switched on again. Null while they are on, and once it is settled. */
            switched_off_since: string | null;
            /**
             * Format: int64
             * @description Attempts of the current series; a redelivery of a settled delivery begins a new one.
             */
            tries: number;
            /**
             * Format: int64
             * @description The webhook.
             */
            webhook_id: number;
        };
        /** @description One attempt to deliver, and its result. */
        WebhookDeliveryAttempt: {
            /**
             * Format: int64
             * @description How long it took, in milliseconds.
             */
            duration_ms: number;
            /** @description Why no response arrived. */
            error: string | null;
            /**
             * Format: int64
             * @description Counts from 1.
             */
            number: number;
            /** @description Headers that were sent, with shortened signatures, and `[hidden]` as the values of the webhook's own headers. Absent for a key of scope `read_only`. Null if it is not stored: no response arrived, the attempt is older than 7 days, or the webhook had more than 10 successes or 60 failures in that minute. */
            request_headers?: {
                [key: string]: string;
            } | null;
            /** @description The first 2 KiB of the response's body as UTF-8; null also if the receiver compressed it. Absent for a key of scope `read_only`. Null if it is not stored: no response arrived, the attempt is older than 7 days, or the webhook had more than 10 successes or 60 failures in that minute. */
            response_body?: string | null;
            /** @description Headers of the response: at most 50, with values of at most 500 characters, 4 KiB together. Absent for a key of scope `read_only`. Null if it is not stored: no response arrived, the attempt is older than 7 days, or the webhook had more than 10 successes or 60 failures in that minute. */
            response_headers?: {
                [key: string]: string;
            } | null;
            /**
             * Format: int64
             * @description Seconds that `Retry-After` of the response asked to wait; null without a valid one.
             */
            retry_after: number | null;
            /** @description When it began. */
            started_at: string;
            /**
             * Format: int64
             * @description Status of the response; null if none arrived.
             */
            status_code: number | null;
        };
        /** @description A delivery with its body and its attempts. */
        WebhookDeliveryDetail: {
            /** @description Every attempt, oldest first. */
            attempt_history: components["schemas"]["WebhookDeliveryAttempt"][];
            /**
             * Format: int64
             * @description Attempts made so far.
             */
            attempts: number;
            /** @description The body, byte for byte as every attempt sends it (JSON, UTF-8); null once the terms of a platform with reviews in it do not allow to keep it. */
            body: string | null;
            /** @description When it was created. */
            created_at: string;
            /**
             * Format: int64
             * @description As `X-Hrev-Delivery-Id`.
             */
            delivery_id: number;
            /**
             * @description Event type.
             * @enum {string}
             */
            event: "reviews.new" | "replies.new" | "scrape.run.finished" | "reviews.updated" | "reviews.deleted" | "reviews.restored";
            /** @description When the last attempt began. */
            last_attempt_at: string | null;
            /**
             * Format: int64
             * @description How long the last attempt took, in milliseconds.
             */
            last_duration_ms: number | null;
            /** @description Why the last attempt got no response: `timeout`, `dns`, `tls`, `refused`, `unreachable`, `reset`, `blocked_address`, `bad_answer` or `no_secret`. `body_removed`: there was no attempt before the body was removed. */
            last_error: string | null;
            /**
             * Format: int64
             * @description Status of the last response; null if none arrived.
             */
            last_status_code: number | null;
            /** @description When the next attempt is due; null once it is settled. */
            next_attempt_at: string | null;
            /** @description Objects of the reviews, at most the first five; empty for `scrape.run.finished`. */
            object_ids: number[];
            /**
             * Format: int64
             * @description Reviews of the event, also if the body is `truncated`; null for `scrape.run.finished`.
             */
            review_count: number | null;
            /**
             * Format: int64
             * @description As `X-Hrev-Sequence`: numbers the deliveries of the webhook in the order of their creation, from 1 and without gaps. Null for a webhook created through v2, and for deliveries that are older than the numbers.
             */
            sequence: number | null;
            /**
             * @description `pending`: an attempt is in flight or will be made; `failed`: the receiver refused it for good; `dead_letter`: every attempt failed.
             * @enum {string}
             */
            status: "pending" | "success" | "failed" | "dead_letter";
            /** @description Since when the operator has switched off deliveries, or those with reviews of one of its platforms: a `pending` delivery waits, and is sent when they are switched on again. Null while they are on, and once it is settled. */
            switched_off_since: string | null;
            /**
             * Format: int64
             * @description Attempts of the current series; a redelivery of a settled delivery begins a new one.
             */
            tries: number;
            /**
             * Format: int64
             * @description The webhook.
             */
            webhook_id: number;
        };
        /** @description Which reviews are delivered; the fields combine with AND. */
        WebhookFilters: {
            /** @description Rating buckets 0-5. */
            allowed_ratings?: number[];
            /** @description Machine names of platforms. */
            allowed_sources?: string[] | null;
            /** @description true: only reviews with photos. */
            has_images?: boolean;
            /** @description true: only reviews with text. */
            has_text?: boolean;
        };
        /** @description Which reviews are delivered; the fields combine with AND. */
        WebhookFiltersBody: {
            /** @description Buckets: 5 is exactly 5.0, 4 is 4.0 to below 5.0, 3 and 2 likewise, 1 is below 2.0, 0 is without a rating. Omitted or empty: 1 to 5, every rated review. */
            allowed_ratings?: number[];
            /** @description Machine names of platforms, case-insensitive; not checked: a misspelled name matches nothing. Omitted, null or empty: all. */
            allowed_sources?: string[] | null;
            /** @description true: only reviews with photos. false does not filter. */
            has_images?: boolean;
            /** @description true: only reviews with text. false does not filter. */
            has_text?: boolean;
        };
        /** @description How many recent reviews a webhook would receive. */
        WebhookPreview: {
            /**
             * Format: int64
             * @description Reviews that the webhook would receive.
             */
            matched: number;
            /**
             * Format: int64
             * @description Reviews that were judged: the newest 100, or fewer if the account has fewer or may see fewer.
             */
            of: number;
            /** @description The body of a test event of the first event type in `format`, as text: sample data. */
            sample_body: string;
            /** @description Names in `allowed_sources` that no platform of `GET /v3/sources` has, in lower case. */
            unknown_sources: string[];
            /** @description What the webhook would have received in the last seven days. */
            week: components["schemas"]["WebhookPreviewWeek"];
        };
        /** @description Reviews of one rating, of the last seven days. */
        WebhookPreviewRating: {
            /**
             * Format: int64
             * @description Reviews that its objects or filters leave out.
             */
            left_out: number;
            /**
             * Format: int64
             * @description The bucket as in `allowed_ratings`: 1-5, and 0 without a rating.
             */
            rating: number;
            /**
             * Format: int64
             * @description Reviews that the webhook would have received.
             */
            sent: number;
        };
        /** @description Reviews that were collected for the first time in the last seven days. */
        WebhookPreviewWeek: {
            /** @description One entry for each of 5, 4, 3, 2, 1, 0. */
            ratings: components["schemas"]["WebhookPreviewRating"][];
            /** @description true: the week has more reviews. The newest 2,000 of the account were judged. */
            truncated: boolean;
        };
        /** @description A request to send failed deliveries again, and its progress. */
        WebhookRecovery: {
            /** @description When it was created. */
            created_at: string;
            /**
             * Format: int64
             * @description Deliveries that it has made due so far; their results are in their list.
             */
            done: number;
            /** @description When it finished or was stopped; null while it runs. */
            ended_at: string | null;
            /**
             * Format: int64
             * @description Id of the recovery.
             */
            id: number;
            /**
             * Format: int64
             * @description Deliveries that matched when it was created.
             */
            matched: number;
            /** @description The beginning of the period, included. */
            since: string;
            /**
             * @description `running`, `finished` (every delivery was made due), or `stopped` by a client.
             * @enum {string}
             */
            state: "running" | "finished" | "stopped";
            /** @description Statuses of the deliveries. */
            statuses: ("failed" | "dead_letter")[];
            /** @description The end of the period, excluded. */
            until: string;
        };
        /** @description Figures of the deliveries of a webhook. */
        WebhookStatistics: {
            /** @description One for each hour, oldest first. */
            buckets: components["schemas"]["WebhookStatisticsBucket"][];
            /**
             * Format: int64
             * @description Deliveries of status `dead_letter` that were created in the period.
             */
            dead_letter: number;
            /**
             * Format: int64
             * @description Deliveries of status `success` that were created in the period.
             */
            delivered: number;
            /**
             * Format: int64
             * @description Deliveries of status `failed` that were created in the period.
             */
            failed: number;
            /** @description When the current series of failed attempts began; null if the last attempt succeeded. */
            failing_since: string | null;
            /**
             * Format: int64
             * @description Clock hours of the period, the current one included.
             */
            hours: number;
            /**
             * Format: int64
             * @description Attempts after which a delivery is given up.
             */
            max_attempts: number;
            /** @description When the oldest pending delivery was created. */
            oldest_pending_at: string | null;
            /**
             * Format: int64
             * @description 95th percentile of the duration of the last attempts of deliveries created in the period, in milliseconds; null without an attempt.
             */
            p95_ms: number | null;
            /**
             * Format: int64
             * @description All deliveries that are pending now, also older ones.
             */
            pending: number;
            /** @description Seconds from each failed attempt to the next one; the last value repeats. */
            retry_waits_s: number[];
            /** @description The beginning of the period. */
            since: string;
        };
        /** @description Deliveries that were created in one clock hour, by their current status. */
        WebhookStatisticsBucket: {
            /** @description The beginning of the hour (UTC). */
            at: string;
            /**
             * Format: int64
             * @description Deliveries of status `dead_letter`.
             */
            dead_letter: number;
            /**
             * Format: int64
             * @description Deliveries of status `success`.
             */
            delivered: number;
            /**
             * Format: int64
             * @description Deliveries of status `failed`.
             */
            failed: number;
            /**
             * Format: int64
             * @description 95th percentile of the duration of their last attempts, in milliseconds; null without an attempt.
             */
            p95_ms: number | null;
            /**
             * Format: int64
             * @description Deliveries of status `pending`.
             */
            pending: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AcceptedReply = components['schemas']['AcceptedReply'];
export type AccountChangeBody = components['schemas']['AccountChangeBody'];
export type AccountCounts = components['schemas']['AccountCounts'];
export type AccountInvitationBody = components['schemas']['AccountInvitationBody'];
export type AccountInvitationShown = components['schemas']['AccountInvitationShown'];
export type AccountKey = components['schemas']['AccountKey'];
export type AccountLimits = components['schemas']['AccountLimits'];
export type AccountShown = components['schemas']['AccountShown'];
export type AccountUsageShown = components['schemas']['AccountUsageShown'];
export type AddedToObject = components['schemas']['AddedToObject'];
export type AdminAccount = components['schemas']['AdminAccount'];
export type AdminSource = components['schemas']['AdminSource'];
export type AdminSourceList = components['schemas']['AdminSourceList'];
export type AdminSourceWhole = components['schemas']['AdminSourceWhole'];
export type AnalyticsByLanguage = components['schemas']['AnalyticsByLanguage'];
export type AnalyticsReplyTimes = components['schemas']['AnalyticsReplyTimes'];
export type AnalyticsSummary = components['schemas']['AnalyticsSummary'];
export type AnalyticsTimeseries = components['schemas']['AnalyticsTimeseries'];
export type ApprovalBody = components['schemas']['ApprovalBody'];
export type AuditActor = components['schemas']['AuditActor'];
export type AuditedThing = components['schemas']['AuditedThing'];
export type AuditEntryShown = components['schemas']['AuditEntryShown'];
export type AuditPage = components['schemas']['AuditPage'];
export type BundleShown = components['schemas']['BundleShown'];
export type ChangeEmbedBody = components['schemas']['ChangeEmbedBody'];
export type ChangeFolderBody = components['schemas']['ChangeFolderBody'];
export type ChangeLinkBody = components['schemas']['ChangeLinkBody'];
export type ChangeWebhookBody = components['schemas']['ChangeWebhookBody'];
export type CheckShown = components['schemas']['CheckShown'];
export type ClaimBody = components['schemas']['ClaimBody'];
export type ClaimedWebhookDelivery = components['schemas']['ClaimedWebhookDelivery'];
export type ClaimResult = components['schemas']['ClaimResult'];
export type ClaimResultsBody = components['schemas']['ClaimResultsBody'];
export type CollectAccepted = components['schemas']['CollectAccepted'];
export type CollectionRun = components['schemas']['CollectionRun'];
export type CollectionRunDetail = components['schemas']['CollectionRunDetail'];
export type CollectionRunLink = components['schemas']['CollectionRunLink'];
export type CollectionRunOfObject = components['schemas']['CollectionRunOfObject'];
export type CollectionTimes = components['schemas']['CollectionTimes'];
export type ComparedFigures = components['schemas']['ComparedFigures'];
export type ConfirmationShown = components['schemas']['ConfirmationShown'];
export type CreatedAccount = components['schemas']['CreatedAccount'];
export type CreateEmbedBody = components['schemas']['CreateEmbedBody'];
export type CreateFolderBody = components['schemas']['CreateFolderBody'];
export type CreateObjectBody = components['schemas']['CreateObjectBody'];
export type CreateResult = components['schemas']['CreateResult'];
export type CreateWebhookBody = components['schemas']['CreateWebhookBody'];
export type DeliveryCounts = components['schemas']['DeliveryCounts'];
export type DetectedLink = components['schemas']['DetectedLink'];
export type DetectLinksBody = components['schemas']['DetectLinksBody'];
export type DismissalBody = components['schemas']['DismissalBody'];
export type Embed = components['schemas']['Embed'];
export type EmbedOptions = components['schemas']['EmbedOptions'];
export type EmbedOptionsBody = components['schemas']['EmbedOptionsBody'];
export type EndedSessionsShown = components['schemas']['EndedSessionsShown'];
export type EventSummary = components['schemas']['EventSummary'];
export type Export = components['schemas']['Export'];
export type FailedJobShown = components['schemas']['FailedJobShown'];
export type FiguresOfObject = components['schemas']['FiguresOfObject'];
export type Folder = components['schemas']['Folder'];
export type FrozenReasonShown = components['schemas']['FrozenReasonShown'];
export type GetAnalyticsQuery = components['schemas']['GetAnalyticsQuery'];
export type GetReplyTimesQuery = components['schemas']['GetReplyTimesQuery'];
export type GetReviewQuery = components['schemas']['GetReviewQuery'];
export type GetTimeseriesQuery = components['schemas']['GetTimeseriesQuery'];
export type GetWebhookStatisticsQuery = components['schemas']['GetWebhookStatisticsQuery'];
export type HealthShown = components['schemas']['HealthShown'];
export type HiddenCount = components['schemas']['HiddenCount'];
export type HiddenReview = components['schemas']['HiddenReview'];
export type HideBody = components['schemas']['HideBody'];
export type ImportBody = components['schemas']['ImportBody'];
export type ImportedLine = components['schemas']['ImportedLine'];
export type ImportedReviewLine = components['schemas']['ImportedReviewLine'];
export type ImportedReviews = components['schemas']['ImportedReviews'];
export type ImportObjectsQuery = components['schemas']['ImportObjectsQuery'];
export type ImportReviewsQuery = components['schemas']['ImportReviewsQuery'];
export type IssuedAccountKey = components['schemas']['IssuedAccountKey'];
export type LanguageSummary = components['schemas']['LanguageSummary'];
export type Link = components['schemas']['Link'];
export type LinkAddress = components['schemas']['LinkAddress'];
export type LinkCounts = components['schemas']['LinkCounts'];
export type LinkProgress = components['schemas']['LinkProgress'];
export type LinkRating = components['schemas']['LinkRating'];
export type LinkRatings = components['schemas']['LinkRatings'];
export type LinkResult = components['schemas']['LinkResult'];
export type ListAdminAccountsQuery = components['schemas']['ListAdminAccountsQuery'];
export type ListAdminKeysQuery = components['schemas']['ListAdminKeysQuery'];
export type ListAdminSupportMessagesQuery = components['schemas']['ListAdminSupportMessagesQuery'];
export type ListAuditEntriesQuery = components['schemas']['ListAuditEntriesQuery'];
export type ListDeliveriesQuery = components['schemas']['ListDeliveriesQuery'];
export type ListedReplyDetails = components['schemas']['ListedReplyDetails'];
export type ListFailedJobsQuery = components['schemas']['ListFailedJobsQuery'];
export type ListHiddenReviewsQuery = components['schemas']['ListHiddenReviewsQuery'];
export type ListLanguageFiguresQuery = components['schemas']['ListLanguageFiguresQuery'];
export type ListObjectFiguresQuery = components['schemas']['ListObjectFiguresQuery'];
export type ListObjectRunsQuery = components['schemas']['ListObjectRunsQuery'];
export type ListObjectsQuery = components['schemas']['ListObjectsQuery'];
export type ListPinnedReviewsQuery = components['schemas']['ListPinnedReviewsQuery'];
export type ListPlatformRatingsQuery = components['schemas']['ListPlatformRatingsQuery'];
export type ListRecoveriesQuery = components['schemas']['ListRecoveriesQuery'];
export type ListRepliesQuery = components['schemas']['ListRepliesQuery'];
export type ListReplyProposalsQuery = components['schemas']['ListReplyProposalsQuery'];
export type ListReplyTimesOfObjectsQuery = components['schemas']['ListReplyTimesOfObjectsQuery'];
export type ListReviewImportsQuery = components['schemas']['ListReviewImportsQuery'];
export type ListReviewsQuery = components['schemas']['ListReviewsQuery'];
export type ListRunsQuery = components['schemas']['ListRunsQuery'];
export type MailCounts = components['schemas']['MailCounts'];
export type NewAccountBody = components['schemas']['NewAccountBody'];
export type NewAccountKeys = components['schemas']['NewAccountKeys'];
export type NewKeyBody = components['schemas']['NewKeyBody'];
export type NewProposalBody = components['schemas']['NewProposalBody'];
export type OAuthClientBody = components['schemas']['OAuthClientBody'];
export type OAuthClientShown = components['schemas']['OAuthClientShown'];
export type OAuthClientTestShown = components['schemas']['OAuthClientTestShown'];
export type ObjectCounts = components['schemas']['ObjectCounts'];
export type ObjectInEvent = components['schemas']['ObjectInEvent'];
export type ObjectInFolder = components['schemas']['ObjectInFolder'];
export type ObjectListItem = components['schemas']['ObjectListItem'];
export type PinBody = components['schemas']['PinBody'];
export type PinnedCount = components['schemas']['PinnedCount'];
export type PinnedReview = components['schemas']['PinnedReview'];
export type PinOrderBody = components['schemas']['PinOrderBody'];
export type PreviewBody = components['schemas']['PreviewBody'];
export type ProbeBody = components['schemas']['ProbeBody'];
export type ProbedReviewShown = components['schemas']['ProbedReviewShown'];
export type ProbeShown = components['schemas']['ProbeShown'];
export type ProcessShown = components['schemas']['ProcessShown'];
export type ProcessWorkShown = components['schemas']['ProcessWorkShown'];
export type PutReplyBody = components['schemas']['PutReplyBody'];
export type QueueShown = components['schemas']['QueueShown'];
export type RatingCounts = components['schemas']['RatingCounts'];
export type ReadHealthShown = components['schemas']['ReadHealthShown'];
export type RecoveryBody = components['schemas']['RecoveryBody'];
export type RenameObjectBody = components['schemas']['RenameObjectBody'];
export type ReplyDetails = components['schemas']['ReplyDetails'];
export type ReplyFigures = components['schemas']['ReplyFigures'];
export type ReplyProposal = components['schemas']['ReplyProposal'];
export type ReplyTimes = components['schemas']['ReplyTimes'];
export type ReplyTimesOfObject = components['schemas']['ReplyTimesOfObject'];
export type ReplyTimesOfSource = components['schemas']['ReplyTimesOfSource'];
export type RequestExportQuery = components['schemas']['RequestExportQuery'];
export type Review = components['schemas']['Review'];
export type ReviewChange = components['schemas']['ReviewChange'];
export type ReviewChanges = components['schemas']['ReviewChanges'];
export type ReviewImage = components['schemas']['ReviewImage'];
export type ReviewImport = components['schemas']['ReviewImport'];
export type ReviewImportBody = components['schemas']['ReviewImportBody'];
export type ReviewInEvent = components['schemas']['ReviewInEvent'];
export type ReviewProvenance = components['schemas']['ReviewProvenance'];
export type ReviewsEvent = components['schemas']['ReviewsEvent'];
export type ReviewVideo = components['schemas']['ReviewVideo'];
export type RoadAgesShown = components['schemas']['RoadAgesShown'];
export type RunCounts = components['schemas']['RunCounts'];
export type RunFinishedEvent = components['schemas']['RunFinishedEvent'];
export type SigningSecret = components['schemas']['SigningSecret'];
export type SimilarToLine = components['schemas']['SimilarToLine'];
export type SingleObject = components['schemas']['SingleObject'];
export type Source = components['schemas']['Source'];
export type SourceConnecting = components['schemas']['SourceConnecting'];
export type SourceConnectionField = components['schemas']['SourceConnectionField'];
export type SourceConnectionSet = components['schemas']['SourceConnectionSet'];
export type SourceEventShown = components['schemas']['SourceEventShown'];
export type SourceFieldShown = components['schemas']['SourceFieldShown'];
export type SourceHourShown = components['schemas']['SourceHourShown'];
export type SourceReasonBody = components['schemas']['SourceReasonBody'];
export type SourceRoad = components['schemas']['SourceRoad'];
export type SourcesTotalsShown = components['schemas']['SourcesTotalsShown'];
export type SourceSummary = components['schemas']['SourceSummary'];
export type SourceTrialBody = components['schemas']['SourceTrialBody'];
export type SourceTrialShown = components['schemas']['SourceTrialShown'];
export type SourceTrialStarted = components['schemas']['SourceTrialStarted'];
export type SourceTroubleShown = components['schemas']['SourceTroubleShown'];
export type SourceUnreadShown = components['schemas']['SourceUnreadShown'];
export type StatisticsShown = components['schemas']['StatisticsShown'];
export type StoredClaimResult = components['schemas']['StoredClaimResult'];
export type Subfolder = components['schemas']['Subfolder'];
export type SummaryFigures = components['schemas']['SummaryFigures'];
export type SummaryMeta = components['schemas']['SummaryMeta'];
export type SupportMessageBody = components['schemas']['SupportMessageBody'];
export type SupportMessageMarkBody = components['schemas']['SupportMessageMarkBody'];
export type SupportMessageShown = components['schemas']['SupportMessageShown'];
export type SupportReceipt = components['schemas']['SupportReceipt'];
export type SwitchBody = components['schemas']['SwitchBody'];
export type SwitchedObject = components['schemas']['SwitchedObject'];
export type SwitchedOffShown = components['schemas']['SwitchedOffShown'];
export type SwitchObjectsBody = components['schemas']['SwitchObjectsBody'];
export type SwitchShown = components['schemas']['SwitchShown'];
export type SyncReviewsQuery = components['schemas']['SyncReviewsQuery'];
export type TestBody = components['schemas']['TestBody'];
export type TestMailShown = components['schemas']['TestMailShown'];
export type TestResult = components['schemas']['TestResult'];
export type TimeseriesMeta = components['schemas']['TimeseriesMeta'];
export type TimeseriesOfSource = components['schemas']['TimeseriesOfSource'];
export type TimeseriesPoint = components['schemas']['TimeseriesPoint'];
export type TrialAccessFigures = components['schemas']['TrialAccessFigures'];
export type UnhideBody = components['schemas']['UnhideBody'];
export type UnpinBody = components['schemas']['UnpinBody'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookDeliveryAttempt = components['schemas']['WebhookDeliveryAttempt'];
export type WebhookDeliveryDetail = components['schemas']['WebhookDeliveryDetail'];
export type WebhookFilters = components['schemas']['WebhookFilters'];
export type WebhookFiltersBody = components['schemas']['WebhookFiltersBody'];
export type WebhookPreview = components['schemas']['WebhookPreview'];
export type WebhookPreviewRating = components['schemas']['WebhookPreviewRating'];
export type WebhookPreviewWeek = components['schemas']['WebhookPreviewWeek'];
export type WebhookRecovery = components['schemas']['WebhookRecovery'];
export type WebhookStatistics = components['schemas']['WebhookStatistics'];
export type WebhookStatisticsBucket = components['schemas']['WebhookStatisticsBucket'];
