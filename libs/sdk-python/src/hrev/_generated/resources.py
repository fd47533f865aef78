# Written by `npm run sdk` from the OpenAPI document of v3.
"""The resources of the API: one method for each operation."""

from __future__ import annotations

import io
from typing import Iterator, Literal, Optional, Sequence

from .._paging import items_of
from .._request import Call, RequestOptions, Send, at
from . import v3 as api


class Objects:
    def __init__(self, send: Send) -> None:
        self._send = send

    def create(
        self,
        body: api.CreateObjectBody,
        *,
        idempotency_key: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> api.CreateResult:
        """Create an object, optionally with links.

        A refused link cancels neither the object nor the other links; see `link_results`. Collection starts automatically.

        `POST /v3/objects`. Errors: `object_creation_budget_exhausted`, `object_limit_reached`, `idempotency_conflict`, `idempotency_in_progress`.
        """
        return self._send(Call("POST", "/v3/objects", body=body, takes_key=True, key=idempotency_key), options)

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        search: Optional[str] = None,
        folder_id: Optional[int] = None,
        problem: Optional[Literal["failed", "partial", "frozen", "off"]] = None,
        sort_by: Optional[Literal["created_at", "name"]] = None,
        options: Optional[RequestOptions] = None,
    ) -> api.ObjectListItemPage:
        """List objects with their links.

        Includes disabled objects.

        `GET /v3/objects`. Errors: `folder_not_found`.

        limit: Page size.
        offset: How many items are skipped.
        search: Only objects whose name contains this text, in upper or lower case. Blanks at its ends are ignored.
        folder_id: Only objects of this folder and of its subfolders.
        problem: `failed`: only objects with an enabled link whose `state` is `failed`, `refused` or `paused`. `partial`: only objects that have this `state`, or an enabled link that has it. `frozen`: only objects with an enabled link that has a `frozen_at`. `off`: only disabled objects, which have no other problem.
        sort_by: `created_at`: newest first. `name`: in alphabetical order.
        """
        return self._send(Call("GET", "/v3/objects", query={"limit": limit, "offset": offset, "search": search, "folder_id": folder_id, "problem": problem, "sort_by": sort_by}), options)

    def list_all(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        search: Optional[str] = None,
        folder_id: Optional[int] = None,
        problem: Optional[Literal["failed", "partial", "frozen", "off"]] = None,
        sort_by: Optional[Literal["created_at", "name"]] = None,
        options: Optional[RequestOptions] = None,
    ) -> Iterator[api.ObjectListItem]:
        """The items of all pages of `list`, from `offset` on; `limit` is the size of a page."""
        return items_of(lambda start: self.list(limit=limit, search=search, folder_id=folder_id, problem=problem, sort_by=sort_by, options=options, offset=start), offset or 0)

    def switch(
        self,
        body: api.SwitchObjectsBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.SwitchedObjectList:
        """Switch a set of objects on or off.

        All or nothing. A disabled object is not collected, and its reviews and analytics are not returned.

        `PUT /v3/objects`. Errors: `object_limit_reached`.
        """
        return self._send(Call("PUT", "/v3/objects", body=body), options)

    def get(
        self,
        object_id: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.SingleObject:
        """Read one object with all links.

        Includes disabled objects.

        `GET /v3/objects/{object_id}`.
        """
        return self._send(Call("GET", at("/v3/objects/{}", object_id)), options)

    def update(
        self,
        object_id: int,
        body: api.RenameObjectBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.SingleObject:
        """Rename an object.

        Changes only the name.

        `PUT /v3/objects/{object_id}`.
        """
        return self._send(Call("PUT", at("/v3/objects/{}", object_id), body=body), options)

    def delete(
        self,
        object_id: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete an object with its links.

        Responses no longer contain its reviews, which are erased after 30 days.

        `DELETE /v3/objects/{object_id}`.
        """
        self._send(Call("DELETE", at("/v3/objects/{}", object_id)), options)

    def collect(
        self,
        object_id: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.CollectAccepted:
        """Collect now.

        Starts a collection of the enabled links of the object. Links collected within `HREV_COLLECT_MIN_GAP` (ten minutes by default) are skipped. Returns 409 for a disabled object.

        `POST /v3/objects/{object_id}/collect`. Errors: `conflict`.
        """
        return self._send(Call("POST", at("/v3/objects/{}/collect", object_id)), options)


class Links:
    def __init__(self, send: Send) -> None:
        self._send = send

    def detect(
        self,
        body: api.DetectLinksBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.DetectedLinkList:
        """Detect the platforms of addresses.

        Returns for each address the result that adding it would have, in request order. Adds nothing and sends no request to a platform: `link_id` is always null, and an address would be linked if `error_code` is null.

        `POST /v3/links/detect`.
        """
        return self._send(Call("POST", "/v3/links/detect", body=body), options)

    def create(
        self,
        object_id: int,
        body: api.LinkAddress,
        *,
        idempotency_key: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> api.AddedToObject:
        """Add a link to an object.

        A refused address is not an error: see `error_code` in `link_results`. Collection starts automatically.

        `POST /v3/objects/{object_id}/links`. Errors: `idempotency_conflict`, `idempotency_in_progress`.
        """
        return self._send(Call("POST", at("/v3/objects/{}/links", object_id), body=body, takes_key=True, key=idempotency_key), options)

    def list(
        self,
        object_id: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.LinkList:
        """List the links of an object.

        All links, also disabled ones, with the outcome of their last collection.

        `GET /v3/objects/{object_id}/links`.
        """
        return self._send(Call("GET", at("/v3/objects/{}/links", object_id)), options)

    def update(
        self,
        object_id: int,
        link_id: int,
        body: api.ChangeLinkBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.Link:
        """Rename a link, stop or start its collection.

        Absent fields do not change. A disabled link keeps its reviews.

        `PUT /v3/objects/{object_id}/links/{link_id}`.
        """
        return self._send(Call("PUT", at("/v3/objects/{}/links/{}", object_id, link_id), body=body), options)

    def delete(
        self,
        object_id: int,
        link_id: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Disconnect a platform.

        From then on, no response contains its reviews.

        `DELETE /v3/objects/{object_id}/links/{link_id}`.
        """
        self._send(Call("DELETE", at("/v3/objects/{}/links/{}", object_id, link_id)), options)


class Imports:
    def __init__(self, send: Send) -> None:
        self._send = send

    def create(
        self,
        body: api.ImportBody,
        *,
        dry_run: Optional[bool] = None,
        options: Optional[RequestOptions] = None,
    ) -> api.ImportedLineList:
        """Create objects and links from a file.

        Each line as the single calls do: a refused line affects no other one. The object of a line is that of its `object_id`, or the one with its name, or a new one, so a repeated import finds everything present. With `dry_run=true` nothing is written.

        `POST /v3/imports`.

        dry_run: Only says what would happen.
        """
        return self._send(Call("POST", "/v3/imports", query={"dry_run": dry_run}, body=body), options)

    def import_reviews(
        self,
        body: api.ReviewImportBody,
        *,
        dry_run: Optional[bool] = None,
        options: Optional[RequestOptions] = None,
    ) -> api.ImportedReviews:
        """Import reviews from elsewhere.

        Each line is one review of a link that is there. A refused line affects no other one, and a repeated import finds everything present. Imported reviews are not announced, and become collected ones when a collection finds them. With `dry_run=true` nothing is written.

        `POST /v3/review-imports`.

        dry_run: Only says what would happen.
        """
        return self._send(Call("POST", "/v3/review-imports", query={"dry_run": dry_run}, body=body), options)

    def list_review(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> api.ReviewImportPage:
        """List the imports of reviews.

        Newest first, also those that were removed. An import that changed nothing is not listed.

        `GET /v3/review-imports`.

        limit: Page size.
        offset: How many items are skipped.
        """
        return self._send(Call("GET", "/v3/review-imports", query={"limit": limit, "offset": offset}), options)

    def list_all_review(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> Iterator[api.ReviewImport]:
        """The items of all pages of `list_review`, from `offset` on; `limit` is the size of a page."""
        return items_of(lambda start: self.list_review(limit=limit, options=options, offset=start), offset or 0)

    def get_review(
        self,
        import_id: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.ReviewImport:
        """Read an import of reviews.

        `only_imported` falls as collections find its reviews.

        `GET /v3/review-imports/{import_id}`.
        """
        return self._send(Call("GET", at("/v3/review-imports/{}", import_id)), options)

    def remove_review(
        self,
        import_id: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Remove an import of reviews.

        Removes the reviews that only it has brought. Reviews that a collection has found stay. The change stream has them as `remove` with the reason `import_removed`.

        `DELETE /v3/review-imports/{import_id}`.
        """
        self._send(Call("DELETE", at("/v3/review-imports/{}", import_id)), options)


class Runs:
    def __init__(self, send: Send) -> None:
        self._send = send

    def list_of_object(
        self,
        object_id: int,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        state: Optional[Literal["open", "ended"]] = None,
        since: Optional[str] = None,
        include_links: Optional[bool] = None,
        options: Optional[RequestOptions] = None,
    ) -> api.CollectionRunOfObjectPage:
        """List the collection runs of an object.

        Newest first. `status`, `link_count` and the counts cover the links of this object only; `finished_at` is that of the whole run, which may contain links of other objects.

        `GET /v3/objects/{object_id}/runs`.

        limit: Page size.
        offset: How many items are skipped.
        state: `open`: only runs with links that have not ended; `ended`: only the others.
        since: Only runs created at this time or later. Without a time zone, UTC.
        include_links: Whether each run has the parts of the links of the object.
        """
        return self._send(Call("GET", at("/v3/objects/{}/runs", object_id), query={"limit": limit, "offset": offset, "state": state, "since": since, "include_links": include_links}), options)

    def list_all_of_object(
        self,
        object_id: int,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        state: Optional[Literal["open", "ended"]] = None,
        since: Optional[str] = None,
        include_links: Optional[bool] = None,
        options: Optional[RequestOptions] = None,
    ) -> Iterator[api.CollectionRunOfObject]:
        """The items of all pages of `list_of_object`, from `offset` on; `limit` is the size of a page."""
        return items_of(lambda start: self.list_of_object(object_id, limit=limit, state=state, since=since, include_links=include_links, options=options, offset=start), offset or 0)

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        state: Optional[Literal["open", "ended"]] = None,
        since: Optional[str] = None,
        object_id: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> api.CollectionRunPage:
        """List the collection runs of the account.

        Newest first. Runs are kept for 90 days after they ended.

        `GET /v3/runs`.

        limit: Page size.
        offset: How many items are skipped.
        state: `open`: only runs with links that have not ended; `ended`: only the others.
        since: Only runs created at this time or later. Without a time zone, UTC.
        object_id: Only runs with links of this object; their `status` and figures then cover those links only.
        """
        return self._send(Call("GET", "/v3/runs", query={"limit": limit, "offset": offset, "state": state, "since": since, "object_id": object_id}), options)

    def list_all(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        state: Optional[Literal["open", "ended"]] = None,
        since: Optional[str] = None,
        object_id: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> Iterator[api.CollectionRun]:
        """The items of all pages of `list`, from `offset` on; `limit` is the size of a page."""
        return items_of(lambda start: self.list(limit=limit, state=state, since=since, object_id=object_id, options=options, offset=start), offset or 0)

    def get(
        self,
        run_id: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.CollectionRunDetail:
        """Read a collection run and its links.

        While the run is open, the counts grow with each stored page.

        `GET /v3/runs/{run_id}`.
        """
        return self._send(Call("GET", at("/v3/runs/{}", run_id)), options)


class Reviews:
    def __init__(self, send: Send) -> None:
        self._send = send

    def list(
        self,
        *,
        link_ids: Optional[Sequence[int]] = None,
        source_ids: Optional[Sequence[int]] = None,
        min_rating: Optional[float] = None,
        max_rating: Optional[float] = None,
        published_from: Optional[str] = None,
        published_to: Optional[str] = None,
        updated_after: Optional[str] = None,
        has_images: Optional[bool] = None,
        has_videos: Optional[bool] = None,
        has_text: Optional[bool] = None,
        has_reply: Optional[bool] = None,
        search: Optional[str] = None,
        include_deleted: Optional[bool] = None,
        only_deleted: Optional[bool] = None,
        show_hidden: Optional[bool] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        sort_by: Optional[Literal["date", "rating", "reply_date"]] = None,
        sort_order: Optional[Literal["desc", "asc"]] = None,
        include_raw: Optional[bool] = None,
        show_pinned: Optional[bool] = None,
        separate_pos_neg: Optional[bool] = None,
        object_id: Optional[int] = None,
        folder_id: Optional[int] = None,
        provenance: Optional[Literal["collected", "imported"]] = None,
        languages: Optional[Sequence[str]] = None,
        source_slugs: Optional[Sequence[str]] = None,
        options: Optional[RequestOptions] = None,
    ) -> api.ReviewPage:
        """The review feed of an object, a folder, or the whole account.

        Without parameters: neither deleted nor hidden nor pinned reviews, newest first. The total is exact.

        `GET /v3/reviews`. Errors: `object_and_folder_conflict`, `folder_not_found`.

        link_ids: Only these links. Ids of links outside the object, folder or account match nothing.
        source_ids: Only these platforms, ids from `GET /sources`; empty: all.
        min_rating: Inclusive minimum. 0: no bound; includes unrated reviews.
        max_rating: Inclusive maximum. Excludes unrated reviews unless `min_rating` is 0.
        published_from: Inclusive lower bound of `review_date`; undated reviews do not match.
        published_to: Inclusive upper bound of `review_date`; undated reviews do not match.
        updated_after: Only reviews that changed strictly after this time. UTC if it has no zone.
        has_images: With or without images.
        has_videos: With or without videos.
        has_text: With or without text.
        has_reply: With or without a reply of the organization.
        search: Substring of the text, case-insensitive; fewer than two non-whitespace characters are ignored.
        include_deleted: Also reviews that were deleted on the platform.
        only_deleted: Only reviews that were deleted on the platform; takes precedence over `include_deleted`.
        show_hidden: Also hidden reviews.
        limit: Page size.
        offset: How many items are skipped.
        sort_by: What to sort by: publication date, rating, or the date of the reply. Reviews without one come last in both directions.
        sort_order: Direction; ties are by id, latest first.
        include_raw: Adds `raw_review`, the platform's own record.
        show_pinned: Pinned reviews first, by position. Applies only if a single object is addressed.
        separate_pos_neg: Fills `positive` and `negative` if the platform has the two parts.
        object_id: The object. Without `object_id` and `folder_id` the feed is that of the whole account.
        folder_id: A whole folder with its subfolders.
        provenance: `collected`: only reviews that collections found. `imported`: only those that imports have brought and no collection has found yet.
        languages: Only reviews in these languages: two-letter or three-letter codes, `und` for those without a known one; empty: all.
        source_slugs: Only these platforms, slugs from `GET /v3/sources`; together with `source_ids` those of either.
        """
        return self._send(Call("GET", "/v3/reviews", query={"link_ids": link_ids, "source_ids": source_ids, "min_rating": min_rating, "max_rating": max_rating, "published_from": published_from, "published_to": published_to, "updated_after": updated_after, "has_images": has_images, "has_videos": has_videos, "has_text": has_text, "has_reply": has_reply, "search": search, "include_deleted": include_deleted, "only_deleted": only_deleted, "show_hidden": show_hidden, "limit": limit, "offset": offset, "sort_by": sort_by, "sort_order": sort_order, "include_raw": include_raw, "show_pinned": show_pinned, "separate_pos_neg": separate_pos_neg, "object_id": object_id, "folder_id": folder_id, "provenance": provenance, "languages": languages, "source_slugs": source_slugs}), options)

    def list_all(
        self,
        *,
        link_ids: Optional[Sequence[int]] = None,
        source_ids: Optional[Sequence[int]] = None,
        min_rating: Optional[float] = None,
        max_rating: Optional[float] = None,
        published_from: Optional[str] = None,
        published_to: Optional[str] = None,
        updated_after: Optional[str] = None,
        has_images: Optional[bool] = None,
        has_videos: Optional[bool] = None,
        has_text: Optional[bool] = None,
        has_reply: Optional[bool] = None,
        search: Optional[str] = None,
        include_deleted: Optional[bool] = None,
        only_deleted: Optional[bool] = None,
        show_hidden: Optional[bool] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        sort_by: Optional[Literal["date", "rating", "reply_date"]] = None,
        sort_order: Optional[Literal["desc", "asc"]] = None,
        include_raw: Optional[bool] = None,
        show_pinned: Optional[bool] = None,
        separate_pos_neg: Optional[bool] = None,
        object_id: Optional[int] = None,
        folder_id: Optional[int] = None,
        provenance: Optional[Literal["collected", "imported"]] = None,
        languages: Optional[Sequence[str]] = None,
        source_slugs: Optional[Sequence[str]] = None,
        options: Optional[RequestOptions] = None,
    ) -> Iterator[api.Review]:
        """The items of all pages of `list`, from `offset` on; `limit` is the size of a page."""
        return items_of(lambda start: self.list(link_ids=link_ids, source_ids=source_ids, min_rating=min_rating, max_rating=max_rating, published_from=published_from, published_to=published_to, updated_after=updated_after, has_images=has_images, has_videos=has_videos, has_text=has_text, has_reply=has_reply, search=search, include_deleted=include_deleted, only_deleted=only_deleted, show_hidden=show_hidden, limit=limit, sort_by=sort_by, sort_order=sort_order, include_raw=include_raw, show_pinned=show_pinned, separate_pos_neg=separate_pos_neg, object_id=object_id, folder_id=folder_id, provenance=provenance, languages=languages, source_slugs=source_slugs, options=options, offset=start), offset or 0)

    def get(
        self,
        review_id: int,
        *,
        include_raw: Optional[bool] = None,
        separate_pos_neg: Optional[bool] = None,
        include_deleted: Optional[bool] = None,
        show_hidden: Optional[bool] = None,
        options: Optional[RequestOptions] = None,
    ) -> api.Review:
        """One review.

        404 for reviews that a trial cannot see, and without the parameters for deleted and hidden reviews.

        `GET /v3/reviews/{review_id}`.

        include_raw: Adds `raw_review`, the platform's own record.
        separate_pos_neg: Fills `positive` and `negative` if the platform has the two parts.
        include_deleted: Also if it was deleted on the platform.
        show_hidden: Also if it is hidden.
        """
        return self._send(Call("GET", at("/v3/reviews/{}", review_id), query={"include_raw": include_raw, "separate_pos_neg": separate_pos_neg, "include_deleted": include_deleted, "show_hidden": show_hidden}), options)

    def sync_page(
        self,
        *,
        mode: Optional[Literal["snapshot", "changes"]] = None,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        include_raw: Optional[bool] = None,
        object_id: Optional[int] = None,
        folder_id: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> api.ReviewChanges:
        """Changes of reviews, for keeping a local copy.

        Begin without a cursor, apply every change in order, and continue with `next_cursor`: at once while `has_next` is true, later otherwise. No change is missed, even if reviews are written meanwhile; a change may be returned twice, each time with the current state. Reviews deleted on the platform and hidden reviews are upserts with their flags; the flags `is_hidden`, `is_pinned` and `pin_position` are present for a folder too, because a copy needs them. A review that was only seen again is not a change, so `last_seen_at` of a copy may be older. A review that leaves the composition is a `remove`, one that enters it is an `upsert`; for a deleted object, its reviews are returned as removals. On `invalid_cursor` begin again without a cursor: the cursor was altered, is older than a year or belongs to another account, the plan now shows another number of reviews, or reviews were purged before the cursor had reached them.

        `GET /v3/reviews/sync`. Errors: `cursor_mismatch`, `invalid_cursor`, `object_and_folder_conflict`, `object_or_folder_required`, `folder_not_found`.

        mode: `snapshot` (the default): first all reviews, then changes. `changes`: only changes after the first call. With a cursor: the mode it was issued for, or omitted.
        cursor: `next_cursor` of the previous page; absent at the beginning. Valid for a year.
        limit: Changes per page.
        include_raw: Adds `raw_review`, the platform's own record.
        object_id: The object. Exactly one of `object_id` and `folder_id` is required.
        folder_id: A whole folder with its subfolders.
        """
        return self._send(Call("GET", "/v3/reviews/sync", query={"mode": mode, "cursor": cursor, "limit": limit, "include_raw": include_raw, "object_id": object_id, "folder_id": folder_id}), options)


class Exports:
    def __init__(self, send: Send) -> None:
        self._send = send

    def request(
        self,
        *,
        link_ids: Optional[Sequence[int]] = None,
        source_ids: Optional[Sequence[int]] = None,
        min_rating: Optional[float] = None,
        max_rating: Optional[float] = None,
        published_from: Optional[str] = None,
        published_to: Optional[str] = None,
        updated_after: Optional[str] = None,
        has_images: Optional[bool] = None,
        has_videos: Optional[bool] = None,
        has_text: Optional[bool] = None,
        has_reply: Optional[bool] = None,
        search: Optional[str] = None,
        include_deleted: Optional[bool] = None,
        only_deleted: Optional[bool] = None,
        show_hidden: Optional[bool] = None,
        object_id: Optional[int] = None,
        folder_id: Optional[int] = None,
        provenance: Optional[Literal["collected", "imported"]] = None,
        languages: Optional[Sequence[str]] = None,
        source_slugs: Optional[Sequence[str]] = None,
        format: Optional[Literal["csv", "jsonl"]] = None,
        idempotency_key: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> api.Export:
        """Request a file of reviews.

        With the filters of `GET /v3/reviews`, without page, order and shape. A worker writes the file; at most two are written at a time, and 20 kept: 409 `conflict`. Files are removed 24 hours after their request.

        `POST /v3/exports`. Errors: `object_and_folder_conflict`, `folder_not_found`, `conflict`, `idempotency_conflict`, `idempotency_in_progress`.

        link_ids: Only these links. Ids of links outside the object, folder or account match nothing.
        source_ids: Only these platforms, ids from `GET /sources`; empty: all.
        min_rating: Inclusive minimum. 0: no bound; includes unrated reviews.
        max_rating: Inclusive maximum. Excludes unrated reviews unless `min_rating` is 0.
        published_from: Inclusive lower bound of `review_date`; undated reviews do not match.
        published_to: Inclusive upper bound of `review_date`; undated reviews do not match.
        updated_after: Only reviews that changed strictly after this time. UTC if it has no zone.
        has_images: With or without images.
        has_videos: With or without videos.
        has_text: With or without text.
        has_reply: With or without a reply of the organization.
        search: Substring of the text, case-insensitive; fewer than two non-whitespace characters are ignored.
        include_deleted: Also reviews that were deleted on the platform.
        only_deleted: Only reviews that were deleted on the platform; takes precedence over `include_deleted`.
        show_hidden: Also hidden reviews.
        object_id: The object. Without `object_id` and `folder_id` the feed is that of the whole account.
        folder_id: A whole folder with its subfolders.
        provenance: `collected`: only reviews that collections found. `imported`: only those that imports have brought and no collection has found yet.
        languages: Only reviews in these languages: two-letter or three-letter codes, `und` for those without a known one; empty: all.
        source_slugs: Only these platforms, slugs from `GET /v3/sources`; together with `source_ids` those of either.
        format: The form of the file.
        """
        return self._send(Call("POST", "/v3/exports", query={"link_ids": link_ids, "source_ids": source_ids, "min_rating": min_rating, "max_rating": max_rating, "published_from": published_from, "published_to": published_to, "updated_after": updated_after, "has_images": has_images, "has_videos": has_videos, "has_text": has_text, "has_reply": has_reply, "search": search, "include_deleted": include_deleted, "only_deleted": only_deleted, "show_hidden": show_hidden, "object_id": object_id, "folder_id": folder_id, "provenance": provenance, "languages": languages, "source_slugs": source_slugs, "format": format}, takes_key=True, key=idempotency_key), options)

    def list(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.ExportList:
        """List the files of reviews.

        Newest first; without those that were deleted or have expired.

        `GET /v3/exports`.
        """
        return self._send(Call("GET", "/v3/exports"), options)

    def get(
        self,
        export_id: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.Export:
        """Read an export and its progress.

        `rows` and `bytes` grow with each part that is written.

        `GET /v3/exports/{export_id}`.
        """
        return self._send(Call("GET", at("/v3/exports/{}", export_id)), options)

    def delete(
        self,
        export_id: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete an export.

        Also one that is being written. Its file is gone at once.

        `DELETE /v3/exports/{export_id}`.
        """
        self._send(Call("DELETE", at("/v3/exports/{}", export_id)), options)

    def download(
        self,
        export_id: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> io.BufferedReader:
        """Download the file of an export.

        Of a finished export, otherwise 409 `conflict`. A `Range` of bytes gets 206, so that a download can be continued; `If-Range` with the `ETag` is honored. The body is not compressed.

        `GET /v3/exports/{export_id}/file`. Errors: `conflict`, `range_not_satisfiable`.
        """
        return self._send(Call("GET", at("/v3/exports/{}/file", export_id), file=("text/csv", "application/x-ndjson",)), options)


class Replies:
    def __init__(self, send: Send) -> None:
        self._send = send

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        review_ids: Optional[Sequence[int]] = None,
        status: Optional[Sequence[Literal["pending", "publishing", "published", "failed", "deleted"]]] = None,
        object_id: Optional[int] = None,
        folder_id: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> api.ListedReplyDetailsPage:
        """Replies of an object, a folder, or the whole account.

        The latest review first. Also replies to reviews that are hidden or deleted; not those of objects that are switched off.

        `GET /v3/replies`. Errors: `object_and_folder_conflict`, `folder_not_found`.

        limit: Page size.
        offset: How many items are skipped.
        review_ids: Only the replies to these reviews. Ids without a reply match nothing.
        status: Only replies in these states.
        object_id: The object. Without `object_id` and `folder_id` the replies of the whole account.
        folder_id: A whole folder with its subfolders.
        """
        return self._send(Call("GET", "/v3/replies", query={"limit": limit, "offset": offset, "review_ids": review_ids, "status": status, "object_id": object_id, "folder_id": folder_id}), options)

    def list_all(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        review_ids: Optional[Sequence[int]] = None,
        status: Optional[Sequence[Literal["pending", "publishing", "published", "failed", "deleted"]]] = None,
        object_id: Optional[int] = None,
        folder_id: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> Iterator[api.ListedReplyDetails]:
        """The items of all pages of `list`, from `offset` on; `limit` is the size of a page."""
        return items_of(lambda start: self.list(limit=limit, review_ids=review_ids, status=status, object_id=object_id, folder_id=folder_id, options=options, offset=start), offset or 0)

    def publish(
        self,
        review_id: int,
        body: api.PutReplyBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.AcceptedReply:
        """Publish a reply, or replace it.

        Accepted at once, published within seconds to minutes; poll its state, or subscribe to `replies.new`. Replaces a text that is not published yet. Repeating the published text is not an error. A trial counts each review on which a reply was or may be published; a reply that failed before it reached the platform does not count.

        `PUT /v3/reviews/{review_id}/reply`. Errors: `reply_requires_upgrade`, `reply_trial_quota_exhausted`, `reply_access_revoked`, `reply_card_not_yours`, `reply_edit_not_supported`, `reply_in_progress`, `reply_not_replyable`, `reply_not_supported`, `reply_owned_by_other_account`.
        """
        return self._send(Call("PUT", at("/v3/reviews/{}/reply", review_id), body=body), options)

    def delete(
        self,
        review_id: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.AcceptedReply:
        """Remove your reply.

        On any plan. A reply that never reached the platform is deleted without a request to the platform. A reply that was written on the platform itself is not found.

        `DELETE /v3/reviews/{review_id}/reply`. Errors: `reply_access_revoked`, `reply_card_not_yours`, `reply_not_found`, `reply_delete_not_supported`, `reply_in_progress`.
        """
        return self._send(Call("DELETE", at("/v3/reviews/{}/reply", review_id)), options)

    def get(
        self,
        review_id: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.ReplyDetails:
        """State of your reply.

        On any plan. A reply that was written on the platform itself is not included.

        `GET /v3/reviews/{review_id}/reply`. Errors: `reply_not_found`.
        """
        return self._send(Call("GET", at("/v3/reviews/{}/reply", review_id)), options)


class ReplyProposals:
    def __init__(self, send: Send) -> None:
        self._send = send

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        status: Optional[Sequence[Literal["open", "approved", "dismissed", "published", "superseded"]]] = None,
        review_ids: Optional[Sequence[int]] = None,
        object_id: Optional[int] = None,
        folder_id: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> api.ReplyProposalPage:
        """Proposed replies of an object, a folder, or the whole account.

        The latest first, without those of objects that are switched off. Closed ones are kept for 90 days.

        `GET /v3/reply-proposals`. Errors: `object_and_folder_conflict`, `folder_not_found`.

        limit: Page size.
        offset: How many items are skipped.
        status: Only proposals in these states.
        review_ids: Only the proposals for these reviews. Ids without one match nothing.
        object_id: The object. Without `object_id` and `folder_id` the proposals of the whole account.
        folder_id: A whole folder with its subfolders.
        """
        return self._send(Call("GET", "/v3/reply-proposals", query={"limit": limit, "offset": offset, "status": status, "review_ids": review_ids, "object_id": object_id, "folder_id": folder_id}), options)

    def list_all(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        status: Optional[Sequence[Literal["open", "approved", "dismissed", "published", "superseded"]]] = None,
        review_ids: Optional[Sequence[int]] = None,
        object_id: Optional[int] = None,
        folder_id: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> Iterator[api.ReplyProposal]:
        """The items of all pages of `list`, from `offset` on; `limit` is the size of a page."""
        return items_of(lambda start: self.list(limit=limit, status=status, review_ids=review_ids, object_id=object_id, folder_id=folder_id, options=options, offset=start), offset or 0)

    def get(
        self,
        proposal_id: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.ReplyProposal:
        """A proposed reply.

        The text, the key that proposed it and the decision. It is readable for as long as the list shows it.

        `GET /v3/reply-proposals/{proposal_id}`.
        """
        return self._send(Call("GET", at("/v3/reply-proposals/{}", proposal_id)), options)

    def approve(
        self,
        proposal_id: int,
        body: api.ApprovalBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.ReplyProposal:
        """Approve a proposed reply.

        Accepts the text as the reply, with the checks of `PUT /v3/reviews/{review_id}/reply`. `review_changed` unless the approver has read the review as it stands (`review_version`).

        `POST /v3/reply-proposals/{proposal_id}/approval`. Errors: `reply_requires_upgrade`, `reply_trial_quota_exhausted`, `reply_access_revoked`, `reply_card_not_yours`, `proposal_closed`, `reply_edit_not_supported`, `reply_in_progress`, `reply_not_replyable`, `reply_not_supported`, `reply_owned_by_other_account`, `review_answered`, `review_changed`.
        """
        return self._send(Call("POST", at("/v3/reply-proposals/{}/approval", proposal_id), body=body), options)

    def dismiss(
        self,
        proposal_id: int,
        body: api.DismissalBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.ReplyProposal:
        """Dismiss a proposed reply.

        Ends an open proposal. Nothing is published, and the review can get a new proposal.

        `POST /v3/reply-proposals/{proposal_id}/dismissal`. Errors: `proposal_closed`.
        """
        return self._send(Call("POST", at("/v3/reply-proposals/{}/dismissal", proposal_id), body=body), options)

    def propose_reply(
        self,
        review_id: int,
        body: api.NewProposalBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.ReplyProposal:
        """Propose a reply.

        Publishes nothing: a person or a key of scope `full` approves it, or the policy of the account answers with a text of its own. Needs the scope `propose`. Supersedes an open proposal of the same key for the review.

        `POST /v3/reviews/{review_id}/reply-proposals`. Errors: `proposal_limit_reached`, `reply_not_replyable`, `reply_not_supported`, `review_answered`.
        """
        return self._send(Call("POST", at("/v3/reviews/{}/reply-proposals", review_id), body=body), options)


class Curation:
    def __init__(self, send: Send) -> None:
        self._send = send

    def hide_reviews(
        self,
        object_id: int,
        body: api.HideBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.HiddenCount:
        """Hide reviews.

        All or nothing. A hidden review loses its pin; analytics still counts it. Other objects are unaffected.

        `POST /v3/objects/{object_id}/hidden-reviews`.
        """
        return self._send(Call("POST", at("/v3/objects/{}/hidden-reviews", object_id), body=body), options)

    def list_hidden_reviews(
        self,
        object_id: int,
        *,
        include_raw: Optional[bool] = None,
        separate_pos_neg: Optional[bool] = None,
        options: Optional[RequestOptions] = None,
    ) -> api.HiddenReviewList:
        """List the hidden reviews, most recently hidden first.

        Includes reviews deleted on the platform. On trial, only reviews within the limit of the trial are returned.

        `GET /v3/objects/{object_id}/hidden-reviews`.

        include_raw: Adds `raw_review`, the platform's own record.
        separate_pos_neg: Fills `positive` and `negative` if the platform has the two parts.
        """
        return self._send(Call("GET", at("/v3/objects/{}/hidden-reviews", object_id), query={"include_raw": include_raw, "separate_pos_neg": separate_pos_neg}), options)

    def unhide_reviews(
        self,
        object_id: int,
        body: api.UnhideBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.HiddenCount:
        """Return hidden reviews to the feed.

        All or nothing. A pin is not restored. The ids come in the body or in the query.

        `DELETE /v3/objects/{object_id}/hidden-reviews`.
        """
        return self._send(Call("DELETE", at("/v3/objects/{}/hidden-reviews", object_id), body=body), options)

    def pin_reviews(
        self,
        object_id: int,
        body: api.PinBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.PinnedCount:
        """Pin reviews at the top.

        All or nothing. A hidden review cannot be pinned (`conflict`).

        `POST /v3/objects/{object_id}/pinned-reviews`. Errors: `duplicate_review_ids`, `pinned_limit_exceeded`, `conflict`.
        """
        return self._send(Call("POST", at("/v3/objects/{}/pinned-reviews", object_id), body=body), options)

    def list_pinned_reviews(
        self,
        object_id: int,
        *,
        include_raw: Optional[bool] = None,
        separate_pos_neg: Optional[bool] = None,
        options: Optional[RequestOptions] = None,
    ) -> api.PinnedReviewList:
        """List the pinned reviews in their order.

        Includes reviews deleted on the platform. On trial, only reviews within the limit of the trial are returned.

        `GET /v3/objects/{object_id}/pinned-reviews`.

        include_raw: Adds `raw_review`, the platform's own record.
        separate_pos_neg: Fills `positive` and `negative` if the platform has the two parts.
        """
        return self._send(Call("GET", at("/v3/objects/{}/pinned-reviews", object_id), query={"include_raw": include_raw, "separate_pos_neg": separate_pos_neg}), options)

    def replace_pinned_reviews(
        self,
        object_id: int,
        body: api.PinOrderBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.PinnedCount:
        """Replace the whole list of pinned reviews.

        All or nothing. An empty list unpins all. A hidden review cannot be pinned (`conflict`).

        `PUT /v3/objects/{object_id}/pinned-reviews`. Errors: `duplicate_review_ids`, `pinned_limit_exceeded`, `conflict`.
        """
        return self._send(Call("PUT", at("/v3/objects/{}/pinned-reviews", object_id), body=body), options)

    def unpin_reviews(
        self,
        object_id: int,
        body: api.UnpinBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.PinnedCount:
        """Unpin reviews; they stay in the feed.

        All or nothing. The other pins move up. The ids come in the body or in the query.

        `DELETE /v3/objects/{object_id}/pinned-reviews`.
        """
        return self._send(Call("DELETE", at("/v3/objects/{}/pinned-reviews", object_id), body=body), options)


class Embeds:
    def __init__(self, send: Send) -> None:
        self._send = send

    def create(
        self,
        body: api.CreateEmbedBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.Embed:
        """Show reviews on a web page.

        Creates a public token for the reviews of an object or a folder. At most 100 of an account: 409 `conflict`.

        `POST /v3/embeds`. Errors: `object_and_folder_conflict`, `object_or_folder_required`, `folder_not_found`, `conflict`.
        """
        return self._send(Call("POST", "/v3/embeds", body=body), options)

    def list(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.EmbedList:
        """List all embeds.

        Oldest first, with their tokens.

        `GET /v3/embeds`.
        """
        return self._send(Call("GET", "/v3/embeds"), options)

    def update(
        self,
        embed_id: int,
        body: api.ChangeEmbedBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.Embed:
        """Change what an embed shows.

        The token stays. Pages show the change within two minutes.

        `PATCH /v3/embeds/{embed_id}`.
        """
        return self._send(Call("PATCH", at("/v3/embeds/{}", embed_id), body=body), options)

    def delete(
        self,
        embed_id: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Revoke an embed.

        Its token is unknown from then on, within a second in every process. Browsers keep an answer for a minute.

        `DELETE /v3/embeds/{embed_id}`.
        """
        self._send(Call("DELETE", at("/v3/embeds/{}", embed_id)), options)


class Folders:
    def __init__(self, send: Send) -> None:
        self._send = send

    def create(
        self,
        body: api.CreateFolderBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.Folder:
        """Create a folder, optionally with objects in it.

        Folders have two levels. An account has at most 1000 folders with 100000 objects in total, counted in each folder.

        `POST /v3/folders`. Errors: `folder_depth_exceeded`, `folder_limit_reached`, `folder_not_found`.
        """
        return self._send(Call("POST", "/v3/folders", body=body), options)

    def list(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.FolderList:
        """List all folders with subfolders and composition.

        Root folders by name, then by id.

        `GET /v3/folders`.
        """
        return self._send(Call("GET", "/v3/folders"), options)

    def get(
        self,
        folder_id: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.Folder:
        """Read one folder.

        With its subfolders and the objects directly in it. The `subfolders` of a subfolder are empty.

        `GET /v3/folders/{folder_id}`. Errors: `folder_not_found`.
        """
        return self._send(Call("GET", at("/v3/folders/{}", folder_id)), options)

    def update(
        self,
        folder_id: int,
        body: api.ChangeFolderBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.Folder:
        """Rename or move a folder, change its composition.

        At least one field; absent fields stay as they are. All or nothing.

        `PATCH /v3/folders/{folder_id}`. Errors: `folder_depth_exceeded`, `folder_limit_reached`, `folder_not_found`.
        """
        return self._send(Call("PATCH", at("/v3/folders/{}", folder_id), body=body), options)

    def delete(
        self,
        folder_id: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a folder, keep its objects.

        A folder that has subfolders is refused: 409 `folder_not_empty`.

        `DELETE /v3/folders/{folder_id}`. Errors: `folder_not_found`, `folder_not_empty`.
        """
        self._send(Call("DELETE", at("/v3/folders/{}", folder_id)), options)


class Analytics:
    def __init__(self, send: Send) -> None:
        self._send = send

    def get(
        self,
        *,
        source_ids: Optional[Sequence[int]] = None,
        published_from: Optional[str] = None,
        published_to: Optional[str] = None,
        min_rating: Optional[float] = None,
        max_rating: Optional[float] = None,
        provenance: Optional[Literal["collected", "imported"]] = None,
        languages: Optional[Sequence[str]] = None,
        object_id: Optional[int] = None,
        folder_id: Optional[int] = None,
        scope: Optional[Literal["account"]] = None,
        source_slugs: Optional[Sequence[str]] = None,
        options: Optional[RequestOptions] = None,
    ) -> api.AnalyticsSummary:
        """Figures of an object, a folder, or the whole account.

        Deleted reviews are not counted, hidden ones are. Unrated reviews are counted only with `min_rating=0`.

        `GET /v3/analytics`. Errors: `object_and_folder_conflict`, `folder_not_found`.

        source_ids: Only these platforms, ids from `GET /sources`; empty: all platforms.
        published_from: Inclusive lower bound of `review_date`; 2000-01-01 if it is not given. Undated reviews are counted only if neither bound is given.
        published_to: Inclusive upper bound of `review_date`; today (UTC) if it is not given.
        min_rating: Inclusive minimum. Reviews without a rating are counted only with 0.
        max_rating: Inclusive maximum.
        provenance: `collected`: without the reviews that only imports have brought. `imported`: only those. Counters have both if it is not given.
        languages: Only reviews in these languages: two-letter or three-letter codes, `und` for those without a known one; empty: all.
        object_id: The object. Without `object_id` and `folder_id`, the whole account.
        folder_id: A whole folder with its subfolders.
        scope: `account`: the whole account, which is also the default. Not together with `object_id` or `folder_id`.
        source_slugs: Only these platforms, slugs from `GET /v3/sources`, in addition to those of `source_ids`.
        """
        return self._send(Call("GET", "/v3/analytics", query={"source_ids": source_ids, "published_from": published_from, "published_to": published_to, "min_rating": min_rating, "max_rating": max_rating, "provenance": provenance, "languages": languages, "object_id": object_id, "folder_id": folder_id, "scope": scope, "source_slugs": source_slugs}), options)

    def list_language_figures(
        self,
        *,
        source_ids: Optional[Sequence[int]] = None,
        published_from: Optional[str] = None,
        published_to: Optional[str] = None,
        min_rating: Optional[float] = None,
        max_rating: Optional[float] = None,
        provenance: Optional[Literal["collected", "imported"]] = None,
        languages: Optional[Sequence[str]] = None,
        object_id: Optional[int] = None,
        folder_id: Optional[int] = None,
        scope: Optional[Literal["account"]] = None,
        source_slugs: Optional[Sequence[str]] = None,
        options: Optional[RequestOptions] = None,
    ) -> api.AnalyticsByLanguage:
        """Figures by the language of the reviews.

        The reviews that `GET /v3/analytics` counts with the same filters, by language. A text that is short or of no known language is counted as `und`, as is a review without text.

        `GET /v3/analytics/languages`. Errors: `object_and_folder_conflict`, `folder_not_found`.

        source_ids: Only these platforms, ids from `GET /sources`; empty: all platforms.
        published_from: Inclusive lower bound of `review_date`; 2000-01-01 if it is not given. Undated reviews are counted only if neither bound is given.
        published_to: Inclusive upper bound of `review_date`; today (UTC) if it is not given.
        min_rating: Inclusive minimum. Reviews without a rating are counted only with 0.
        max_rating: Inclusive maximum.
        provenance: `collected`: without the reviews that only imports have brought. `imported`: only those. Counters have both if it is not given.
        languages: Only reviews in these languages: two-letter or three-letter codes, `und` for those without a known one; empty: all.
        object_id: The object. Without `object_id` and `folder_id`, the whole account.
        folder_id: A whole folder with its subfolders.
        scope: `account`: the whole account, which is also the default. Not together with `object_id` or `folder_id`.
        source_slugs: Only these platforms, slugs from `GET /v3/sources`, in addition to those of `source_ids`.
        """
        return self._send(Call("GET", "/v3/analytics/languages", query={"source_ids": source_ids, "published_from": published_from, "published_to": published_to, "min_rating": min_rating, "max_rating": max_rating, "provenance": provenance, "languages": languages, "object_id": object_id, "folder_id": folder_id, "scope": scope, "source_slugs": source_slugs}), options)

    def list_object_figures(
        self,
        *,
        source_ids: Optional[Sequence[int]] = None,
        published_from: Optional[str] = None,
        published_to: Optional[str] = None,
        min_rating: Optional[float] = None,
        max_rating: Optional[float] = None,
        provenance: Optional[Literal["collected", "imported"]] = None,
        languages: Optional[Sequence[str]] = None,
        object_id: Optional[int] = None,
        folder_id: Optional[int] = None,
        scope: Optional[Literal["account"]] = None,
        source_slugs: Optional[Sequence[str]] = None,
        compare_from: Optional[str] = None,
        compare_to: Optional[str] = None,
        sort_by: Optional[Literal["name", "review_count", "avg_rating", "avg_rating_change", "total_with_reply", "unanswered_negative", "completeness"]] = None,
        sort_order: Optional[Literal["desc", "asc"]] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> api.FiguresOfObjectPage:
        """Figures of each object.

        The enabled objects of the account or of a folder, including those without reviews. The figures of an object are those of `GET /v3/analytics` for it alone, with the same filters.

        `GET /v3/analytics/objects`. Errors: `object_and_folder_conflict`, `folder_not_found`.

        source_ids: Only these platforms, ids from `GET /sources`; empty: all platforms.
        published_from: Inclusive lower bound of `review_date`; 2000-01-01 if it is not given. Undated reviews are counted only if neither bound is given.
        published_to: Inclusive upper bound of `review_date`; today (UTC) if it is not given.
        min_rating: Inclusive minimum. Reviews without a rating are counted only with 0.
        max_rating: Inclusive maximum.
        provenance: `collected`: without the reviews that only imports have brought. `imported`: only those. Counters have both if it is not given.
        languages: Only reviews in these languages: two-letter or three-letter codes, `und` for those without a known one; empty: all.
        object_id: Only this object. Without `object_id` and `folder_id`, all objects of the account.
        folder_id: The objects of a folder and its subfolders.
        scope: `account`: all objects of the account, which is also the default. Not together with `object_id` or `folder_id`.
        source_slugs: Only these platforms, slugs from `GET /v3/sources`, in addition to those of `source_ids`.
        compare_from: Inclusive lower bound of the compared range; 2000-01-01 if only `compare_to` is given. Undated reviews are not compared.
        compare_to: Inclusive upper bound of the compared range; today (UTC) if only `compare_from` is given.
        sort_by: Objects without the value are last. `avg_rating_change` is `avg_rating` minus that of `before`; it needs a compared range.
        sort_order: Direction; ties are by id, ascending.
        limit: Page size.
        offset: How many items are skipped.
        """
        return self._send(Call("GET", "/v3/analytics/objects", query={"source_ids": source_ids, "published_from": published_from, "published_to": published_to, "min_rating": min_rating, "max_rating": max_rating, "provenance": provenance, "languages": languages, "object_id": object_id, "folder_id": folder_id, "scope": scope, "source_slugs": source_slugs, "compare_from": compare_from, "compare_to": compare_to, "sort_by": sort_by, "sort_order": sort_order, "limit": limit, "offset": offset}), options)

    def list_all_object_figures(
        self,
        *,
        source_ids: Optional[Sequence[int]] = None,
        published_from: Optional[str] = None,
        published_to: Optional[str] = None,
        min_rating: Optional[float] = None,
        max_rating: Optional[float] = None,
        provenance: Optional[Literal["collected", "imported"]] = None,
        languages: Optional[Sequence[str]] = None,
        object_id: Optional[int] = None,
        folder_id: Optional[int] = None,
        scope: Optional[Literal["account"]] = None,
        source_slugs: Optional[Sequence[str]] = None,
        compare_from: Optional[str] = None,
        compare_to: Optional[str] = None,
        sort_by: Optional[Literal["name", "review_count", "avg_rating", "avg_rating_change", "total_with_reply", "unanswered_negative", "completeness"]] = None,
        sort_order: Optional[Literal["desc", "asc"]] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> Iterator[api.FiguresOfObject]:
        """The items of all pages of `list_object_figures`, from `offset` on; `limit` is the size of a page."""
        return items_of(lambda start: self.list_object_figures(source_ids=source_ids, published_from=published_from, published_to=published_to, min_rating=min_rating, max_rating=max_rating, provenance=provenance, languages=languages, object_id=object_id, folder_id=folder_id, scope=scope, source_slugs=source_slugs, compare_from=compare_from, compare_to=compare_to, sort_by=sort_by, sort_order=sort_order, limit=limit, options=options, offset=start), offset or 0)

    def list_platform_ratings(
        self,
        *,
        object_id: Optional[int] = None,
        folder_id: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> api.LinkRatings:
        """Figures that platforms publish for each link.

        The rating and the number of reviews that the platform publishes, and the number of collected reviews.

        `GET /v3/analytics/ratings`. Errors: `object_and_folder_conflict`, `object_or_folder_required`, `folder_not_found`.

        object_id: The object. Exactly one of `object_id` and `folder_id` is required.
        folder_id: A whole folder with its subfolders.
        """
        return self._send(Call("GET", "/v3/analytics/ratings", query={"object_id": object_id, "folder_id": folder_id}), options)

    def get_reply_times(
        self,
        *,
        source_ids: Optional[Sequence[int]] = None,
        published_from: Optional[str] = None,
        published_to: Optional[str] = None,
        min_rating: Optional[float] = None,
        max_rating: Optional[float] = None,
        provenance: Optional[Literal["collected", "imported"]] = None,
        languages: Optional[Sequence[str]] = None,
        object_id: Optional[int] = None,
        folder_id: Optional[int] = None,
        scope: Optional[Literal["account"]] = None,
        source_slugs: Optional[Sequence[str]] = None,
        options: Optional[RequestOptions] = None,
    ) -> api.AnalyticsReplyTimes:
        """How soon reviews are answered, in total and by platform.

        The reviews that `GET /v3/analytics` counts with the same filters. The times are computed from all dated replies; where more than a million reviews are answered in the period, from those of the newest months (`times_from`).

        `GET /v3/analytics/reply-times`. Errors: `object_and_folder_conflict`, `folder_not_found`.

        source_ids: Only these platforms, ids from `GET /sources`; empty: all platforms.
        published_from: Inclusive lower bound of `review_date`; 2000-01-01 if it is not given. Undated reviews are counted only if neither bound is given.
        published_to: Inclusive upper bound of `review_date`; today (UTC) if it is not given.
        min_rating: Inclusive minimum. Reviews without a rating are counted only with 0.
        max_rating: Inclusive maximum.
        provenance: `collected`: without the reviews that only imports have brought. `imported`: only those. Counters have both if it is not given.
        languages: Only reviews in these languages: two-letter or three-letter codes, `und` for those without a known one; empty: all.
        object_id: The object. Without `object_id` and `folder_id`, the whole account.
        folder_id: A whole folder with its subfolders.
        scope: `account`: the whole account, which is also the default. Not together with `object_id` or `folder_id`.
        source_slugs: Only these platforms, slugs from `GET /v3/sources`, in addition to those of `source_ids`.
        """
        return self._send(Call("GET", "/v3/analytics/reply-times", query={"source_ids": source_ids, "published_from": published_from, "published_to": published_to, "min_rating": min_rating, "max_rating": max_rating, "provenance": provenance, "languages": languages, "object_id": object_id, "folder_id": folder_id, "scope": scope, "source_slugs": source_slugs}), options)

    def list_reply_times_of_objects(
        self,
        *,
        source_ids: Optional[Sequence[int]] = None,
        published_from: Optional[str] = None,
        published_to: Optional[str] = None,
        min_rating: Optional[float] = None,
        max_rating: Optional[float] = None,
        provenance: Optional[Literal["collected", "imported"]] = None,
        languages: Optional[Sequence[str]] = None,
        object_id: Optional[int] = None,
        folder_id: Optional[int] = None,
        scope: Optional[Literal["account"]] = None,
        source_slugs: Optional[Sequence[str]] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> api.ReplyTimesOfObjectPage:
        """How soon reviews are answered, by object.

        The enabled objects of the account or of a folder, by id, including those without reviews. The figures of an object are those of `GET /v3/analytics/reply-times` for it alone, with the same filters; `times_from` is that of the selection.

        `GET /v3/analytics/reply-times/objects`. Errors: `object_and_folder_conflict`, `folder_not_found`.

        source_ids: Only these platforms, ids from `GET /sources`; empty: all platforms.
        published_from: Inclusive lower bound of `review_date`; 2000-01-01 if it is not given. Undated reviews are counted only if neither bound is given.
        published_to: Inclusive upper bound of `review_date`; today (UTC) if it is not given.
        min_rating: Inclusive minimum. Reviews without a rating are counted only with 0.
        max_rating: Inclusive maximum.
        provenance: `collected`: without the reviews that only imports have brought. `imported`: only those. Counters have both if it is not given.
        languages: Only reviews in these languages: two-letter or three-letter codes, `und` for those without a known one; empty: all.
        object_id: The object. Without `object_id` and `folder_id`, the whole account.
        folder_id: A whole folder with its subfolders.
        scope: `account`: the whole account, which is also the default. Not together with `object_id` or `folder_id`.
        source_slugs: Only these platforms, slugs from `GET /v3/sources`, in addition to those of `source_ids`.
        limit: Page size.
        offset: How many items are skipped.
        """
        return self._send(Call("GET", "/v3/analytics/reply-times/objects", query={"source_ids": source_ids, "published_from": published_from, "published_to": published_to, "min_rating": min_rating, "max_rating": max_rating, "provenance": provenance, "languages": languages, "object_id": object_id, "folder_id": folder_id, "scope": scope, "source_slugs": source_slugs, "limit": limit, "offset": offset}), options)

    def list_all_reply_times_of_objects(
        self,
        *,
        source_ids: Optional[Sequence[int]] = None,
        published_from: Optional[str] = None,
        published_to: Optional[str] = None,
        min_rating: Optional[float] = None,
        max_rating: Optional[float] = None,
        provenance: Optional[Literal["collected", "imported"]] = None,
        languages: Optional[Sequence[str]] = None,
        object_id: Optional[int] = None,
        folder_id: Optional[int] = None,
        scope: Optional[Literal["account"]] = None,
        source_slugs: Optional[Sequence[str]] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> Iterator[api.ReplyTimesOfObject]:
        """The items of all pages of `list_reply_times_of_objects`, from `offset` on; `limit` is the size of a page."""
        return items_of(lambda start: self.list_reply_times_of_objects(source_ids=source_ids, published_from=published_from, published_to=published_to, min_rating=min_rating, max_rating=max_rating, provenance=provenance, languages=languages, object_id=object_id, folder_id=folder_id, scope=scope, source_slugs=source_slugs, limit=limit, options=options, offset=start), offset or 0)

    def get_timeseries(
        self,
        *,
        source_ids: Optional[Sequence[int]] = None,
        granularity: Optional[Literal["day", "week", "month"]] = None,
        published_from: Optional[str] = None,
        published_to: Optional[str] = None,
        min_rating: Optional[float] = None,
        max_rating: Optional[float] = None,
        provenance: Optional[Literal["collected", "imported"]] = None,
        languages: Optional[Sequence[str]] = None,
        object_id: Optional[int] = None,
        folder_id: Optional[int] = None,
        scope: Optional[Literal["account"]] = None,
        source_slugs: Optional[Sequence[str]] = None,
        options: Optional[RequestOptions] = None,
    ) -> api.AnalyticsTimeseries:
        """Figures of an object, a folder or the account over time.

        Every period of the range is present, including empty periods. Undated and unrated reviews are not counted.

        `GET /v3/analytics/timeseries`. Errors: `object_and_folder_conflict`, `object_or_folder_required`, `folder_not_found`.

        source_ids: Platforms, one series for each, in this order; `0` is the series of all platforms together. It is the only series if neither `source_ids` nor `source_slugs` is given.
        granularity: Length of a period.
        published_from: Inclusive lower bound of `review_date`; 90 days ago if it is not given. A range of more than 4000 periods is rejected.
        published_to: Inclusive upper bound of `review_date`; today (UTC) if it is not given.
        min_rating: Inclusive minimum.
        max_rating: Inclusive maximum.
        provenance: `collected`: without the reviews that only imports have brought. `imported`: only those. Counters have both if it is not given.
        languages: Only reviews in these languages: two-letter or three-letter codes, `und` for those without a known one; empty: all.
        object_id: The object. Exactly one of `object_id`, `folder_id` and `scope` is required.
        folder_id: A whole folder with its subfolders.
        scope: `account`: the whole account. Not together with `object_id` or `folder_id`.
        source_slugs: Platforms by their slugs, from `GET /v3/sources`; their series follow those of `source_ids`.
        """
        return self._send(Call("GET", "/v3/analytics/timeseries", query={"source_ids": source_ids, "granularity": granularity, "published_from": published_from, "published_to": published_to, "min_rating": min_rating, "max_rating": max_rating, "provenance": provenance, "languages": languages, "object_id": object_id, "folder_id": folder_id, "scope": scope, "source_slugs": source_slugs}), options)


class Webhooks:
    def __init__(self, send: Send) -> None:
        self._send = send

    def list(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.WebhookList:
        """List all webhooks.

        Oldest first; includes listeners, and webhooks created through the other version.

        `GET /v3/webhooks`.
        """
        return self._send(Call("GET", "/v3/webhooks"), options)

    def create(
        self,
        body: api.CreateWebhookBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.Webhook:
        """Create a webhook.

        Its deliveries always have `schema_version` "3". At most 50 per account, and 20 listeners (409 `conflict`); an object of another account causes 404.

        `POST /v3/webhooks`. Errors: `conflict`.
        """
        return self._send(Call("POST", "/v3/webhooks", body=body), options)

    def get(
        self,
        webhook_id: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.Webhook:
        """Read one webhook.

        Without the signing secret, which belongs to the account.

        `GET /v3/webhooks/{webhook_id}`.
        """
        return self._send(Call("GET", at("/v3/webhooks/{}", webhook_id)), options)

    def update(
        self,
        webhook_id: int,
        body: api.ChangeWebhookBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.Webhook:
        """Change, pause or resume a webhook.

        Absent fields stay as they are; at least one field is required. All or nothing. A webhook created through v2 accepts the event types of v2 only, and neither `headers` nor a `format`; a listener accepts no `target`.

        `PATCH /v3/webhooks/{webhook_id}`.
        """
        return self._send(Call("PATCH", at("/v3/webhooks/{}", webhook_id), body=body), options)

    def delete(
        self,
        webhook_id: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a webhook with its deliveries.

        No further delivery is sent.

        `DELETE /v3/webhooks/{webhook_id}`.
        """
        self._send(Call("DELETE", at("/v3/webhooks/{}", webhook_id)), options)

    def claim_deliveries(
        self,
        webhook_id: int,
        body: api.ClaimBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.ClaimedWebhookDeliveryList:
        """Claim deliveries of a listener.

        Returns due deliveries, first due first, with the headers and the bytes that an attempt would send. The client sends them to its own receiver and reports the results within 60 seconds; afterwards they can be claimed again. At most 20 of a listener are claimed at a time. Without a due delivery the request waits, and returns an empty list when its time is over, or at once if too many requests of the account wait. `conflict` for a webhook with a target.

        `POST /v3/webhooks/{webhook_id}/claims`. Errors: `conflict`.
        """
        return self._send(Call("POST", at("/v3/webhooks/{}/claims", webhook_id), body=body), options)

    def settle_claims(
        self,
        webhook_id: int,
        body: api.ClaimResultsBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.StoredClaimResultList:
        """Report the results of claimed deliveries.

        Settles them as attempts of the service: a status or an error decides whether a delivery has succeeded, failed or is sent again (contract §6.5). All results are stored, except those whose lease is lost. `conflict` for a webhook with a target.

        `POST /v3/webhooks/{webhook_id}/claims/results`. Errors: `conflict`.
        """
        return self._send(Call("POST", at("/v3/webhooks/{}/claims/results", webhook_id), body=body), options)

    def list_deliveries(
        self,
        webhook_id: int,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        status: Optional[Literal["pending", "success", "failed", "dead_letter"]] = None,
        event: Optional[Literal["reviews.new", "replies.new", "scrape.run.finished", "reviews.updated", "reviews.deleted", "reviews.restored"]] = None,
        since: Optional[str] = None,
        until: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> api.WebhookDeliveryPage:
        """List the deliveries of a webhook.

        Newest first. Deliveries are kept for 30 days after they were settled. Test events are not listed.

        `GET /v3/webhooks/{webhook_id}/deliveries`.

        limit: Page size.
        offset: How many items are skipped.
        status: Only deliveries of this status.
        event: Only deliveries of this event type.
        since: Only deliveries created at this time or later. Without a time zone, UTC.
        until: Only deliveries created before this time. Without a time zone, UTC.
        """
        return self._send(Call("GET", at("/v3/webhooks/{}/deliveries", webhook_id), query={"limit": limit, "offset": offset, "status": status, "event": event, "since": since, "until": until}), options)

    def list_all_deliveries(
        self,
        webhook_id: int,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        status: Optional[Literal["pending", "success", "failed", "dead_letter"]] = None,
        event: Optional[Literal["reviews.new", "replies.new", "scrape.run.finished", "reviews.updated", "reviews.deleted", "reviews.restored"]] = None,
        since: Optional[str] = None,
        until: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> Iterator[api.WebhookDelivery]:
        """The items of all pages of `list_deliveries`, from `offset` on; `limit` is the size of a page."""
        return items_of(lambda start: self.list_deliveries(webhook_id, limit=limit, status=status, event=event, since=since, until=until, options=options, offset=start), offset or 0)

    def get_delivery(
        self,
        webhook_id: int,
        delivery_id: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.WebhookDeliveryDetail:
        """Read a delivery, its body and its attempts.

        Includes every attempt and its result. Keys that may write also get the headers and the beginning of the answer of recent attempts.

        `GET /v3/webhooks/{webhook_id}/deliveries/{delivery_id}`.
        """
        return self._send(Call("GET", at("/v3/webhooks/{}/deliveries/{}", webhook_id, delivery_id)), options)

    def redeliver(
        self,
        webhook_id: int,
        delivery_id: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.WebhookDelivery:
        """Redeliver.

        Sends the delivery at once, with the same id and the same bytes. A settled delivery (`success`, `failed`, `dead_letter`) becomes `pending` with a new series of attempts. A pending delivery is sent now and keeps its count of attempts. If an attempt is in flight, its result decides. While the webhook is paused, the delivery waits. A delivery whose body was removed is refused.

        `POST /v3/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver`. Errors: `conflict`.
        """
        return self._send(Call("POST", at("/v3/webhooks/{}/deliveries/{}/redeliver", webhook_id, delivery_id)), options)

    def start_recovery(
        self,
        webhook_id: int,
        body: api.RecoveryBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.WebhookRecovery:
        """Send the failed deliveries of a period again.

        Oldest first, in batches, with the same ids and bytes and new series of attempts. While the webhook is paused or has 100 pending deliveries, the recovery waits. One runs at a time: 409 `conflict`.

        `POST /v3/webhooks/{webhook_id}/recoveries`. Errors: `conflict`.
        """
        return self._send(Call("POST", at("/v3/webhooks/{}/recoveries", webhook_id), body=body), options)

    def list_recoveries(
        self,
        webhook_id: int,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> api.WebhookRecoveryPage:
        """List the recoveries of a webhook.

        Newest first. Recoveries are kept for 30 days after they ended.

        `GET /v3/webhooks/{webhook_id}/recoveries`.

        limit: Page size.
        offset: How many items are skipped.
        """
        return self._send(Call("GET", at("/v3/webhooks/{}/recoveries", webhook_id), query={"limit": limit, "offset": offset}), options)

    def list_all_recoveries(
        self,
        webhook_id: int,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> Iterator[api.WebhookRecovery]:
        """The items of all pages of `list_recoveries`, from `offset` on; `limit` is the size of a page."""
        return items_of(lambda start: self.list_recoveries(webhook_id, limit=limit, options=options, offset=start), offset or 0)

    def get_recovery(
        self,
        webhook_id: int,
        recovery_id: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.WebhookRecovery:
        """Read a recovery and its progress.

        `done` grows with each batch.

        `GET /v3/webhooks/{webhook_id}/recoveries/{recovery_id}`.
        """
        return self._send(Call("GET", at("/v3/webhooks/{}/recoveries/{}", webhook_id, recovery_id)), options)

    def stop_recovery(
        self,
        webhook_id: int,
        recovery_id: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.WebhookRecovery:
        """Stop a recovery.

        It makes no further delivery due; those that are pending are still sent. Returns the recovery, which stays in the list. One that has ended stays as it is.

        `DELETE /v3/webhooks/{webhook_id}/recoveries/{recovery_id}`.
        """
        return self._send(Call("DELETE", at("/v3/webhooks/{}/recoveries/{}", webhook_id, recovery_id)), options)

    def get_statistics(
        self,
        webhook_id: int,
        *,
        hours: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> api.WebhookStatistics:
        """Read the delivery figures of a webhook.

        Counts deliveries by the time of their creation and their current status. `pending`, `oldest_pending_at` and `failing_since` describe the present, for any period. Test events are not counted.

        `GET /v3/webhooks/{webhook_id}/statistics`.

        hours: Clock hours, the current one included.
        """
        return self._send(Call("GET", at("/v3/webhooks/{}/statistics", webhook_id), query={"hours": hours}), options)

    def test(
        self,
        webhook_id: int,
        body: api.TestBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.TestResult:
        """Send a test event.

        One event with sample data (ids are 0), `"test": true` and a valid signature, also to a paused webhook. Waits for the response; is not retried, stored or counted. To a listener it is stored as a delivery, which is retried as others are; if no client answers it within the time of an attempt, `error` is `waiting`. 200 also if the receiver fails. `conflict` while four test events of the account are running.

        `POST /v3/webhooks/{webhook_id}/test`. Errors: `conflict`.
        """
        return self._send(Call("POST", at("/v3/webhooks/{}/test", webhook_id), body=body), options)

    def preview(
        self,
        body: api.PreviewBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.WebhookPreview:
        """Judge the newest reviews by the settings of a webhook.

        Judges the newest 100 reviews of the account as an event about them would; with `replies.new` alone, the newest 100 with a reply. `week` counts the reviews that were collected for the first time in the last seven days, by rating. `scrape.run.finished` has no reviews: with it alone, none is judged. `sample_body` shows what a delivery looks like in `format`. Stores and sends nothing. An object of another account causes 404.

        `POST /v3/webhooks/preview`.
        """
        return self._send(Call("POST", "/v3/webhooks/preview", body=body), options)

    def rotate_secret(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.SigningSecret:
        """Replace the signing secret.

        For 24 hours, a replaced secret signs every delivery in addition to the new one; signatures are ordered newest first. `conflict` after 19 rotations within 24 hours.

        `POST /v3/webhooks/rotate-secret`. Errors: `proof_required`, `conflict`.
        """
        return self._send(Call("POST", "/v3/webhooks/rotate-secret"), options)

    def get_secret(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.SigningSecret:
        """Read the signing secret.

        One per account; it signs the deliveries of all webhooks. Needs a `full` key.

        `GET /v3/webhooks/secret`. Errors: `proof_required`.
        """
        return self._send(Call("GET", "/v3/webhooks/secret"), options)


class Sources:
    def __init__(self, send: Send) -> None:
        self._send = send

    def list(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.SourceList:
        """List the platforms.

        The same for every account. Ids and machine names select platforms elsewhere.

        `GET /v3/sources`.
        """
        return self._send(Call("GET", "/v3/sources"), options)


class Account:
    def __init__(self, send: Send) -> None:
        self._send = send

    def get(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.AccountShown:
        """Plan, status, limits and usage of the account.

        Also available to a suspended account.

        `GET /v3/account`.
        """
        return self._send(Call("GET", "/v3/account"), options)


class Support:
    def __init__(self, send: Send) -> None:
        self._send = send

    def send_message(
        self,
        body: api.SupportMessageBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.SupportReceipt:
        """Send a message to the operator.

        Works with any key, including `read_only`, and while the account is suspended. At most 20 messages per account per hour; another message gets 429 `rate_limited` with `Retry-After`.

        `POST /v3/support/message`.
        """
        return self._send(Call("POST", "/v3/support/message", body=body), options)


class Admin:
    def __init__(self, send: Send) -> None:
        self._send = send

    def list_accounts(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        search: Optional[str] = None,
        plan: Optional[Literal["trial", "basic", "full"]] = None,
        status: Optional[Literal["active", "suspended"]] = None,
        options: Optional[RequestOptions] = None,
    ) -> api.AdminAccountPage:
        """All accounts, oldest first.

        Accounts of the whole installation with their plan and status; `search`, `plan` and `status` narrow the list.

        `GET /v3/admin/accounts`.

        limit: Page size.
        offset: How many items are skipped.
        search: Substring of the name or of the e-mail address, case-insensitive.
        plan: Only accounts of this plan.
        status: Only accounts with this status; an account with an expired trial is `suspended`.
        """
        return self._send(Call("GET", "/v3/admin/accounts", query={"limit": limit, "offset": offset, "search": search, "plan": plan, "status": status}), options)

    def list_all_accounts(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        search: Optional[str] = None,
        plan: Optional[Literal["trial", "basic", "full"]] = None,
        status: Optional[Literal["active", "suspended"]] = None,
        options: Optional[RequestOptions] = None,
    ) -> Iterator[api.AdminAccount]:
        """The items of all pages of `list_accounts`, from `offset` on; `limit` is the size of a page."""
        return items_of(lambda start: self.list_accounts(limit=limit, search=search, plan=plan, status=status, options=options, offset=start), offset or 0)

    def create_account(
        self,
        body: api.NewAccountBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.CreatedAccount:
        """Create an account with a full and a read_only key.

        The keys are shown only once, in this response.

        `POST /v3/admin/accounts`. Errors: `proof_required`.
        """
        return self._send(Call("POST", "/v3/admin/accounts", body=body), options)

    def get_account(
        self,
        account_id: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.AdminAccount:
        """Read one account.

        Its plan, its status, and the address for notices.

        `GET /v3/admin/accounts/{account_id}`.
        """
        return self._send(Call("GET", at("/v3/admin/accounts/{}", account_id)), options)

    def update_account(
        self,
        account_id: int,
        body: api.AccountChangeBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.AdminAccount:
        """Change an account: plan, end of the trial, suspend, resume, name, e-mail.

        Absent fields stay as they are. All or nothing. An account cannot suspend itself: 409 `conflict`.

        `PATCH /v3/admin/accounts/{account_id}`. Errors: `proof_required`, `conflict`.
        """
        return self._send(Call("PATCH", at("/v3/admin/accounts/{}", account_id), body=body), options)

    def invite_to_account(
        self,
        account_id: int,
        body: api.AccountInvitationBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.AccountInvitationShown:
        """Invite a person to an account.

        For an account in any state, also without owners. A member who accepts it gets the role if it permits more. `conflict` for a role other than `viewer` in the demo account.

        `POST /v3/admin/accounts/{account_id}/invitations`. Errors: `proof_required`, `conflict`.
        """
        return self._send(Call("POST", at("/v3/admin/accounts/{}/invitations", account_id), body=body), options)

    def list_keys(
        self,
        account_id: int,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> api.AccountKeyPage:
        """Keys of an account, oldest first.

        Includes revoked and expired keys. The response does not contain the keys themselves, which are not stored.

        `GET /v3/admin/accounts/{account_id}/keys`.

        limit: Page size.
        offset: How many items are skipped.
        """
        return self._send(Call("GET", at("/v3/admin/accounts/{}/keys", account_id), query={"limit": limit, "offset": offset}), options)

    def list_all_keys(
        self,
        account_id: int,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> Iterator[api.AccountKey]:
        """The items of all pages of `list_keys`, from `offset` on; `limit` is the size of a page."""
        return items_of(lambda start: self.list_keys(account_id, limit=limit, options=options, offset=start), offset or 0)

    def create_key(
        self,
        account_id: int,
        body: api.NewKeyBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.IssuedAccountKey:
        """Issue a key of scope read_only, propose or full.

        The key is shown only once, in this response. `conflict` if the account has 50 live keys.

        `POST /v3/admin/accounts/{account_id}/keys`. Errors: `proof_required`, `conflict`.
        """
        return self._send(Call("POST", at("/v3/admin/accounts/{}/keys", account_id), body=body), options)

    def delete_key(
        self,
        account_id: int,
        key_id: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Revoke a key.

        Takes effect at once in every process. 404 for a key of another account or a revoked key. A key cannot revoke itself: 409 `conflict`.

        `DELETE /v3/admin/accounts/{account_id}/keys/{key_id}`. Errors: `proof_required`, `conflict`.
        """
        self._send(Call("DELETE", at("/v3/admin/accounts/{}/keys/{}", account_id, key_id)), options)

    def end_account_sessions(
        self,
        account_id: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.EndedSessionsShown:
        """End the sessions of all persons of an account.

        The sessions of the person who sends the request are not ended.

        `DELETE /v3/admin/accounts/{account_id}/sessions`. Errors: `proof_required`.
        """
        return self._send(Call("DELETE", at("/v3/admin/accounts/{}/sessions", account_id)), options)

    def list_audit_entries(
        self,
        *,
        account_id: Optional[int] = None,
        action: Optional[Literal["account.created", "account.changed", "account.invited", "account.sessions_ended", "key.issued", "key.revoked", "webhook.created", "webhook.changed", "webhook.removed", "embed.created", "embed.changed", "embed.removed", "webhook_secret.created", "webhook_secret.rotated", "connection.added", "connection.replaced", "connection.changed", "connection.removed", "grant.added", "grant.revoked", "oauth_client.changed", "object.confirmed", "object.unconfirmed", "secrets.resealed", "database.restored", "member.added", "member.changed", "member.removed", "invitation.created", "invitation.revoked", "account.closed", "account.erased", "object.erased", "link.erased", "factor.added", "factor.removed", "recovery_codes.created", "recovery_code.used", "password.changed", "session.started", "session.signed_out", "sign_in.failed", "proof.failed", "session.ended", "sessions.ended", "person_link.created", "source.paused", "source.resumed", "source.tried", "switch.turned_off", "switch.turned_on", "job.retried", "proposal.created", "proposal.approved", "proposal.dismissed", "reply_policy.changed", "reply.sent", "reply.changed", "reply.withdrawn", "object.created", "object.changed", "object.removed", "link.added", "link.changed", "link.removed", "collection.requested", "folder.created", "folder.changed", "folder.removed", "reviews.hidden", "reviews.unhidden", "pins.changed", "delivery.redelivered", "recovery.started", "recovery.stopped", "export.requested", "export.removed", "reviews.imported", "import.removed", "template.created", "template.changed", "template.removed", "view.shared", "view.changed", "view.removed", "webhook.tested", "message.sent"]] = None,
        since: Optional[str] = None,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        options: Optional[RequestOptions] = None,
    ) -> api.AuditPage:
        """The audit trail, newest first.

        Every action that `action` lists, by keys, persons, the command line and the service. Entries contain no secrets and are kept for `HREV_AUDIT_KEEP`.

        `GET /v3/admin/audit`. Errors: `invalid_cursor`.

        account_id: Only changes of this account.
        action: Only this action.
        since: Only changes at this time or later.
        cursor: `next_cursor` of the previous page, with the same filters; absent for the first page.
        limit: Page size.
        """
        return self._send(Call("GET", "/v3/admin/audit", query={"account_id": account_id, "action": action, "since": since, "cursor": cursor, "limit": limit}), options)

    def get_support_bundle(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.BundleShown:
        """Facts for the report of a problem.

        Checks, processes, queues and sources, without secrets and without reviews.

        `GET /v3/admin/bundle`. Errors: `proof_required`.
        """
        return self._send(Call("GET", "/v3/admin/bundle"), options)

    def list_checks(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.CheckShownList:
        """The checks of the installation, with remedies.

        As `hrev doctor`, in the process that answers. Takes a few seconds, because it starts the browser.

        `GET /v3/admin/checks`.
        """
        return self._send(Call("GET", "/v3/admin/checks"), options)

    def list_failed_jobs(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        queue: Optional[Literal["collection", "deliveries", "replies", "mail"]] = None,
        options: Optional[RequestOptions] = None,
    ) -> api.FailedJobShownPage:
        """Work that failed for good, latest first.

        Of the last seven days: links whose collection failed, and deliveries, replies and mail that were given up.

        `GET /v3/admin/jobs`.

        limit: Page size.
        offset: How many items are skipped.
        queue: Only work of this kind.
        """
        return self._send(Call("GET", "/v3/admin/jobs", query={"limit": limit, "offset": offset, "queue": queue}), options)

    def list_all_failed_jobs(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        queue: Optional[Literal["collection", "deliveries", "replies", "mail"]] = None,
        options: Optional[RequestOptions] = None,
    ) -> Iterator[api.FailedJobShown]:
        """The items of all pages of `list_failed_jobs`, from `offset` on; `limit` is the size of a page."""
        return items_of(lambda start: self.list_failed_jobs(limit=limit, queue=queue, options=options, offset=start), offset or 0)

    def retry_job(
        self,
        job_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Retry work that failed.

        Makes the work due at once, with the checks of a new request and their errors. 404 if the work did not fail or has succeeded since.

        `POST /v3/admin/jobs/{job_id}/retry`. Errors: `reply_requires_upgrade`, `reply_trial_quota_exhausted`, `proof_required`, `reply_access_revoked`, `reply_card_not_yours`, `reply_not_found`, `conflict`, `reply_delete_not_supported`, `reply_edit_not_supported`, `reply_in_progress`, `reply_not_replyable`, `reply_not_supported`, `reply_owned_by_other_account`.
        """
        self._send(Call("POST", at("/v3/admin/jobs/{}/retry", job_id)), options)

    def get_object_confirmation(
        self,
        object_id: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.ConfirmationShown:
        """Whether an object is confirmed as its account's own.

        Without it, and without a connection, replies are refused with `reply_card_not_yours`.

        `GET /v3/admin/objects/{object_id}/confirmation`.
        """
        return self._send(Call("GET", at("/v3/admin/objects/{}/confirmation", object_id)), options)

    def confirm_object(
        self,
        object_id: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.ConfirmationShown:
        """Confirm an object as its account's own.

        Its replies are then no longer refused with `reply_card_not_yours`; without a connection to the platform they are `reply_access_revoked`. A tested connection confirms its card without this request. A repeated confirmation changes nothing.

        `PUT /v3/admin/objects/{object_id}/confirmation`. Errors: `proof_required`.
        """
        return self._send(Call("PUT", at("/v3/admin/objects/{}/confirmation", object_id)), options)

    def withdraw_object_confirmation(
        self,
        object_id: int,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.ConfirmationShown:
        """Withdraw a confirmation.

        Connections are kept. Withdrawing a confirmation that does not exist is no error.

        `DELETE /v3/admin/objects/{object_id}/confirmation`. Errors: `proof_required`.
        """
        return self._send(Call("DELETE", at("/v3/admin/objects/{}/confirmation", object_id)), options)

    def probe_address(
        self,
        body: api.ProbeBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.ProbeShown:
        """Read the first page of an address without storing it.

        As `hrev sources probe`, within 60 seconds and outside the shared pace of requests. A visit that fails is a result with `error`. One probe of an operator at a time: `conflict`.

        `POST /v3/admin/probe`. Errors: `proof_required`, `conflict`.
        """
        return self._send(Call("POST", "/v3/admin/probe", body=body), options)

    def list_queues(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.QueueShownList:
        """Waiting, running and failed work by kind.

        Over all accounts and processes.

        `GET /v3/admin/queues`.
        """
        return self._send(Call("GET", "/v3/admin/queues"), options)

    def list_sources(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.AdminSourceList:
        """What each source lets us read.

        Over all accounts and the last 24 hours. At most five seconds old.

        `GET /v3/admin/sources`.
        """
        return self._send(Call("GET", "/v3/admin/sources"), options)

    def get_source(
        self,
        slug: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.AdminSourceWhole:
        """One source with its events.

        As in the list, with its roads, the last 50 events and the last trial of a link.

        `GET /v3/admin/sources/{slug}`.
        """
        return self._send(Call("GET", at("/v3/admin/sources/{}", slug)), options)

    def get_oauth_client(
        self,
        slug: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.OAuthClientShown:
        """The OAuth client of a platform.

        Without its secret. 404 for a platform without a sign-in.

        `GET /v3/admin/sources/{slug}/oauth-client`.
        """
        return self._send(Call("GET", at("/v3/admin/sources/{}/oauth-client", slug)), options)

    def set_oauth_client(
        self,
        slug: str,
        body: api.OAuthClientBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.OAuthClientShown:
        """Register the OAuth client of a platform.

        Replaces the client that was registered before. With the same id and a new secret, existing connections keep working; tokens belong to the id, so with another id their owners connect again. In the console it needs a fresh proof.

        `PUT /v3/admin/sources/{slug}/oauth-client`. Errors: `proof_required`.
        """
        return self._send(Call("PUT", at("/v3/admin/sources/{}/oauth-client", slug), body=body), options)

    def test_oauth_client(
        self,
        slug: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.OAuthClientTestShown:
        """Test the OAuth client of a platform.

        Asks the platform whether it knows the client, and whether it has opened its interface for the project. The second part sends one read request with the newest consent of this client.

        `POST /v3/admin/sources/{slug}/oauth-client/test`. Errors: `proof_required`.
        """
        return self._send(Call("POST", at("/v3/admin/sources/{}/oauth-client/test", slug)), options)

    def pause_source(
        self,
        slug: str,
        body: api.SourceReasonBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.AdminSourceWhole:
        """Pause a source.

        No link of the source is collected for any account, until it is resumed. Links keep their due times. Visits that have begun end before their next request. A repeated pause replaces the reason. It is the switch of its collection.

        `POST /v3/admin/sources/{slug}/pause`. Errors: `proof_required`.
        """
        return self._send(Call("POST", at("/v3/admin/sources/{}/pause", slug), body=body), options)

    def resume_source(
        self,
        slug: str,
        body: api.SourceReasonBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.AdminSourceWhole:
        """Resume a source.

        Links that were due are spread over the next hour. `conflict` if the source is not paused.

        `POST /v3/admin/sources/{slug}/resume`. Errors: `proof_required`, `conflict`.
        """
        return self._send(Call("POST", at("/v3/admin/sources/{}/resume", slug), body=body), options)

    def try_source(
        self,
        slug: str,
        body: api.SourceTrialBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.SourceTrialStarted:
        """Visit one link of a source now.

        Also while the source is paused or rests. The result is in `trial` of the source. `conflict` if the source has no such link that is on.

        `POST /v3/admin/sources/{slug}/try`. Errors: `proof_required`, `conflict`.
        """
        return self._send(Call("POST", at("/v3/admin/sources/{}/try", slug), body=body), options)

    def get_statistics(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.StatisticsShown:
        """Counts over all accounts.

        Accounts, objects, links, reviews, runs and deliveries at the time of the request.

        `GET /v3/admin/statistics`.
        """
        return self._send(Call("GET", "/v3/admin/statistics"), options)

    def list_support_messages(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        done: Optional[bool] = None,
        options: Optional[RequestOptions] = None,
    ) -> api.SupportMessageShownPage:
        """Support messages of all accounts, latest first.

        Each with the account and the key that it was sent with.

        `GET /v3/admin/support-messages`.

        limit: Page size.
        offset: How many items are skipped.
        done: `true`: messages that are done; `false`: open messages; absent: all.
        """
        return self._send(Call("GET", "/v3/admin/support-messages", query={"limit": limit, "offset": offset, "done": done}), options)

    def list_all_support_messages(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        done: Optional[bool] = None,
        options: Optional[RequestOptions] = None,
    ) -> Iterator[api.SupportMessageShown]:
        """The items of all pages of `list_support_messages`, from `offset` on; `limit` is the size of a page."""
        return items_of(lambda start: self.list_support_messages(limit=limit, done=done, options=options, offset=start), offset or 0)

    def mark_support_message(
        self,
        message_id: int,
        body: api.SupportMessageMarkBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.SupportMessageShown:
        """Mark a support message as done or as open.

        A repeated mark changes nothing; `done_at` keeps the time of the first.

        `PATCH /v3/admin/support-messages/{message_id}`.
        """
        return self._send(Call("PATCH", at("/v3/admin/support-messages/{}", message_id), body=body), options)

    def list_switches(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.SwitchShownList:
        """The switches of replies, webhooks and collection.

        Those of all platforms together, and those of single platforms that are off.

        `GET /v3/admin/switches`.
        """
        return self._send(Call("GET", "/v3/admin/switches"), options)

    def switch_off(
        self,
        switch: str,
        body: api.SwitchBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.SwitchShownList:
        """Switch off replies, webhooks or collection.

        For all accounts, of all platforms or of one. Nothing begins after the response, in any process; what is in flight ends. Nothing is dropped: replies and deliveries wait, and links keep their due times. Repeated, it replaces the reason. The collection of a platform is its pause. Returns all switches, as the list does.

        `POST /v3/admin/switches/{switch}/off`. Errors: `proof_required`.
        """
        return self._send(Call("POST", at("/v3/admin/switches/{}/off", switch), body=body), options)

    def switch_on(
        self,
        switch: str,
        body: api.SwitchBody,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.SwitchShownList:
        """Switch on replies, webhooks or collection.

        What waited is taken up at the normal pace and in its order. `conflict` if the switch is on: a switch of a single platform is another one than that of all together. Returns all switches, as the list does.

        `POST /v3/admin/switches/{switch}/on`. Errors: `proof_required`, `conflict`.
        """
        return self._send(Call("POST", at("/v3/admin/switches/{}/on", switch), body=body), options)

    def send_test_mail(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.TestMailShown:
        """Send a test mail to the operators.

        `conflict` if no mail server is set, or no operator has an address.

        `POST /v3/admin/test-mail`. Errors: `proof_required`, `conflict`.
        """
        return self._send(Call("POST", "/v3/admin/test-mail"), options)

    def list_workers(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.ProcessShownList:
        """The processes of the service.

        API processes and workers, oldest first. A process that was last seen a day ago is not listed.

        `GET /v3/admin/workers`.
        """
        return self._send(Call("GET", "/v3/admin/workers"), options)


class Health:
    def __init__(self, send: Send) -> None:
        self._send = send

    def get(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.HealthShown:
        """Whether the API can be reached.

        Checks neither a key nor the database.

        `GET /health`.
        """
        return self._send(Call("GET", "/health"), options)

    def get_read(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> api.ReadHealthShown:
        """Whether reads work.

        For external monitoring; 503 if reads fail.

        `GET /health/read`.
        """
        return self._send(Call("GET", "/health/read"), options)


class Resources:
    """The resources of the API."""

    def __init__(self, send: Send) -> None:
        self.objects = Objects(send)
        self.links = Links(send)
        self.imports = Imports(send)
        self.runs = Runs(send)
        self.reviews = Reviews(send)
        self.exports = Exports(send)
        self.replies = Replies(send)
        self.reply_proposals = ReplyProposals(send)
        self.curation = Curation(send)
        self.embeds = Embeds(send)
        self.folders = Folders(send)
        self.analytics = Analytics(send)
        self.webhooks = Webhooks(send)
        self.sources = Sources(send)
        self.account = Account(send)
        self.support = Support(send)
        self.admin = Admin(send)
        self.health = Health(send)
