import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** Replies that clients publish through the service. */
export class Replies1795800000160 implements MigrationInterface {
  readonly name = 'Replies1795800000160';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table review_reply');
  }
}

const TABLES = `
  -- One row per review: a review has at most one active operation.
  create table review_reply (
    account_id bigint not null,
    review_id bigint not null,
    object_id bigint not null,
    link_id bigint not null,
    source_id int not null,
    review_key bytea not null,
    state text not null check (state in ('pending', 'publishing', 'published', 'failed', 'deleted')),
    action text not null check (action in ('publish', 'remove')),
    text text not null,
    held_text text,
    held_at timestamptz,
    confirmed_at timestamptz,
    in_doubt boolean not null default false,
    in_doubt_since timestamptz,
    was_accepted boolean not null default false,
    attempts smallint not null default 0,
    reads smallint not null default 0,
    is_repair boolean not null default false,
    repairs smallint not null default 0,
    due_at timestamptz,
    lease_token uuid,
    accepted_at timestamptz not null default clock_timestamp(),
    error text check (error in ('text_rejected', 'access_revoked', 'review_gone', 'platform_unavailable', 'platform_error')),
    error_detail text,
    sent_texts text[] not null default '{}',
    accepted_by bigint,
    primary key (account_id, review_id),
    foreign key (account_id, link_id) references link (account_id, id) on delete cascade,
    check ((state = 'failed') = (error is not null)),
    check ((held_text is null) = (held_at is null)),
    check (held_at is not null or confirmed_at is null),
    check ((in_doubt_since is not null) = in_doubt),
    check (state <> 'published' or held_text is not null)
  ) with (fillfactor = 70);
  create index review_reply_due on review_reply (due_at) where due_at is not null;
  create index review_reply_key on review_reply (review_key);
  create index review_reply_of_source on review_reply (account_id, source_id);
  create index review_reply_of_object on review_reply (account_id, object_id, review_id);
  create index review_reply_of_link on review_reply (account_id, link_id);
  create index review_reply_of_state on review_reply (account_id, state, review_id);
  create index review_reply_failed on review_reply (account_id, object_id) where state = 'failed';
  create index review_reply_held on review_reply (held_at) where held_at is not null;
`;

const COMMENTS = describeTable('review_reply', 'Replies of clients, one per review, and their known state on the platform.', {
  review_key: 'Hash of source, page and the id of the review on the platform. Accounts that track one page share it.',
  action: 'The operation that was requested last.',
  text: 'The text that was accepted last.',
  held_text: 'The text of the service that the platform shows, as last known; null if it shows none.',
  held_at: 'Time since which the platform shows held_text.',
  confirmed_at: 'When a collection saw held_text on the platform.',
  in_doubt: 'Whether the outcome of a request is unknown, or the reply was changed on the platform: the service reads the platform before the next request.',
  was_accepted: 'Whether the platform has ever accepted a reply of the service on this review.',
  attempts: 'Number of requests for the current operation, counted before they are sent.',
  reads: 'Number of times that the platform was read since the last request.',
  is_repair: 'Whether the operation is a repair: the service publishes the text again without a request of a client.',
  repairs: 'Number of repairs that were begun for the current operation.',
  due_at: 'When a worker may claim it: the time of the next step, or the end of the lease; null if no step remains.',
  lease_token: 'Fencing token: a write under another token changes no row.',
  sent_texts: 'All texts that the service has sent to the platform, the latest last.',
  accepted_by: 'Id of the person whose request was accepted last; null: a key.',
});
