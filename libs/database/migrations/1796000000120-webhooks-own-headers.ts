import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** Own headers of webhooks, numbers of their deliveries, what receivers ask to wait, and the format of bodies. */
export class WebhooksOwnHeaders1796000000120 implements MigrationInterface {
  readonly name = 'WebhooksOwnHeaders1796000000120';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(COLUMNS);
    await runner.query(DESCRIPTIONS);
  }

  async down(runner: QueryRunner): Promise<void> {
    // A view cannot lose a column by being replaced.
    await runner.query(`
      drop table webhook_header, webhook_sequence;
      drop view webhook_attempt;
      alter table webhook_past_attempt drop retry_after;
      alter table webhook_delivery drop last_retry_after, drop sequence;
      alter table webhook drop format;
      create view webhook_attempt as
        select delivery_id, number, account_id, started_at, duration_ms, status_code, error from webhook_past_attempt
        union all
        select id, attempts, account_id, last_attempt_at, last_duration_ms, last_status_code, last_error
        from webhook_delivery where attempts > 0;
    `);
  }
}

const TABLES = `
  create table webhook_header (
    webhook_id bigint primary key references webhook (id) on delete cascade,
    account_id bigint not null,
    names text[] not null,
    sealed bytea not null,
    key_id text not null,
    constraint webhook_header_names_check check (cardinality(names) > 0)
  );

  -- Apart from webhook_dispatch: results of attempts lock its rows, and would wait for transactions that create deliveries.
  create table webhook_sequence (
    webhook_id bigint primary key references webhook (id) on delete cascade,
    account_id bigint not null,
    last bigint not null
  ) with (fillfactor = 50);
`;

const COLUMNS = `
  alter table webhook add format text not null default 'hrev',
    add constraint webhook_format_check check (format in ('hrev', 'slack', 'teams', 'discord')),
    add constraint webhook_format_version check (format = 'hrev' or schema_version = 3);
  alter table webhook_delivery add sequence bigint, add last_retry_after int;
  alter table webhook_past_attempt add retry_after int;
  create or replace view webhook_attempt as
    select delivery_id, number, account_id, started_at, duration_ms, status_code, error, retry_after
    from webhook_past_attempt
    union all
    select id, attempts, account_id, last_attempt_at, last_duration_ms, last_status_code, last_error, last_retry_after
    from webhook_delivery where attempts > 0;
`;

const DESCRIPTIONS = [
  describeTable('webhook_header', 'Headers that the owner of a webhook adds to its deliveries.', {
    names: 'The names, in the order of the request.',
    sealed: 'The names and values as JSON, encrypted with AES-256-GCM and bound to the webhook.',
    key_id: 'Fingerprint of the encryption key.',
  }),
  describeTable('webhook_sequence', 'The number of the last delivery of each webhook of v3.', {
    last: 'The next delivery gets the next number.',
  }),
  `comment on column webhook.format is 'The service whose messages are its bodies; hrev: the bodies of the specification'`,
  `comment on column webhook_delivery.sequence is
     'Numbers the deliveries of a webhook of v3 in the order of their creation, from 1; null for v2 and for deliveries from before the column.'`,
  `comment on column webhook_delivery.last_retry_after is 'Seconds that the last answer asked to wait; null if it did not.'`,
  `comment on column webhook_past_attempt.retry_after is 'Seconds that the answer asked to wait; null if it did not.'`,
].join(';\n');
