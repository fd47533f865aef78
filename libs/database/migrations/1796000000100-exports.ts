import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** Files of reviews that clients request, and their bytes. */
export class Exports1796000000100 implements MigrationInterface {
  readonly name = 'Exports1796000000100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`${TABLES}; ${DESCRIPTIONS}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table review_export_chunk, review_export');
  }
}

const TABLES = `
  create table review_export (
    account_id bigint not null references account (id),
    id bigint generated always as identity,
    created_at timestamptz not null default clock_timestamp(),
    expires_at timestamptz not null default clock_timestamp() + interval '24 hours',
    ended_at timestamptz,
    due_at timestamptz default clock_timestamp(),
    total bigint,
    last_id bigint,
    after_id bigint not null default 0,
    row_count bigint not null default 0,
    byte_count bigint not null default 0,
    lease_token uuid,
    format text not null,
    state text not null default 'queued',
    error text,
    request jsonb not null,
    primary key (account_id, id),
    constraint review_export_format_check check (format in ('csv', 'jsonl')),
    constraint review_export_state_check check (state in ('queued', 'running', 'finished', 'failed', 'deleted')),
    constraint review_export_due check ((due_at is null) = (state in ('finished', 'failed', 'deleted'))),
    constraint review_export_error check ((error is null) = (state <> 'failed') or state = 'deleted'),
    constraint review_export_bounds check ((total is null) = (last_id is null))
  );
  create index review_export_due_at on review_export (due_at) where due_at is not null;
  create index review_export_expiry on review_export (expires_at);

  create table review_export_chunk (
    account_id bigint not null,
    export_id bigint not null,
    starts_at bigint not null,
    content bytea not null,
    primary key (account_id, export_id, starts_at),
    foreign key (account_id, export_id) references review_export (account_id, id)
  )`;

const DESCRIPTIONS = [
  describeTable('review_export', 'Files of reviews that clients requested.', {
    expires_at: 'When the file is removed; the time of its deletion if a client deletes it.',
    due_at: 'When a worker writes the next part, or the end of its lease; null once the writing has ended.',
    total: 'Reviews that matched when the writing began.',
    last_id: 'The last review when the writing began.',
    after_id: 'The last review whose row was read.',
    row_count: 'Reviews in the file.',
    byte_count: 'Bytes in the file.',
    error: 'The code of the error for which it failed.',
    request: 'The selection and the filters.',
  }),
  describeTable('review_export_chunk', 'The bytes of files of reviews.', {
    starts_at: 'The place of the first byte in the file.',
  }),
].join(';\n');
