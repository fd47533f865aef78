import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Replies of ours, one a review, and on the review the moment since which the platform has not yet shown what we did. */
export class RepliesReviewReplies1795200000073 implements MigrationInterface {
  readonly name = 'RepliesReviewReplies1795200000073';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table review_reply (
        account_id bigint not null,
        review_id bigint not null,
        object_id bigint not null,
        link_id bigint not null,
        source_id int not null,
        -- The place on the platform: a hash of source, page and the platform's own review id. Two accounts that track one
        -- page have two reviews and one place.
        place bytea not null,
        state text not null check (state in ('pending', 'publishing', 'published', 'failed', 'deleted')),
        -- What is to come of it on the platform.
        wish text not null check (wish in ('publish', 'remove')),
        -- The text accepted last.
        text text not null,
        -- Our text that the platform holds as far as is known, since when, and when a collection saw it there; null where
        -- it holds none of ours.
        held_text text,
        held_at timestamptz,
        confirmed_at timestamptz,
        -- A request may have been done whose end is not known, or somebody else changed the place: ask before acting.
        in_doubt boolean not null default false,
        in_doubt_since timestamptz,
        -- The platform accepted a reply of ours on this review at some time.
        was_accepted boolean not null default false,
        -- Requests that were begun for the present wish; looks at the platform since the last of them.
        attempts smallint not null default 0,
        looks smallint not null default 0,
        -- When a worker shall look at it next; while one holds it, when its lease ends. Null: nothing to do.
        due_at timestamptz,
        -- The fencing token: a worker that lost its lease finds another one here and writes nothing.
        lease_token uuid,
        accepted_at timestamptz not null default clock_timestamp(),
        error text check (error in ('text_rejected', 'access_revoked', 'review_gone', 'platform_unavailable', 'platform_error')),
        error_detail text,
        -- One row a review: one active operation, whoever asks.
        primary key (account_id, review_id),
        foreign key (account_id, link_id) references link (account_id, id) on delete cascade,
        check ((state = 'failed') = (error is not null)),
        check ((held_text is null) = (held_at is null)),
        check (held_at is not null or confirmed_at is null),
        check ((in_doubt_since is not null) = in_doubt),
        check (state <> 'published' or held_text is not null)
      ) with (fillfactor = 70);
      create index review_reply_due on review_reply (due_at) where due_at is not null;
      create index review_reply_place on review_reply (place);
      create index review_reply_of_source on review_reply (account_id, source_id);
      create index review_reply_of_object on review_reply (account_id, object_id) where state = 'published';

      -- The service changed the reply at this moment and no collection has shown it since. Null: the row is as the platform
      -- showed it.
      alter table review add column own_reply_at timestamptz;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table review drop column own_reply_at; drop table review_reply');
  }
}
