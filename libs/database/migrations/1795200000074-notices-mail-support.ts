import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the service tells an account, the mail that goes out, and what clients write to the operator. */
export class NoticesMailSupport1795200000074 implements MigrationInterface {
  readonly name = 'NoticesMailSupport1795200000074';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table account add column email text;

      create table notice (
        id bigint generated always as identity primary key,
        account_id bigint not null references account (id),
        kind text not null,
        subject text not null,
        body text not null,
        created_at timestamptz not null default clock_timestamp()
      );
      create index notice_account on notice (account_id, id desc);

      -- \`not_before\` is the next time a worker may take it: when it is due, or, once it is taken, when the lease ends.
      create table outgoing_mail (
        id bigint generated always as identity primary key,
        account_id bigint not null references account (id),
        message_key uuid not null default gen_random_uuid(),
        recipient text not null,
        reply_to text,
        subject text not null,
        body text not null,
        status text not null default 'waiting' check (status in ('waiting', 'sent', 'given_up')),
        attempts int not null default 0,
        not_before timestamptz not null default clock_timestamp(),
        lease_token uuid,
        last_error text,
        created_at timestamptz not null default clock_timestamp(),
        ended_at timestamptz,
        check ((status = 'waiting') = (ended_at is null))
      );
      create index outgoing_mail_due on outgoing_mail (not_before, id) where status = 'waiting';
      create index outgoing_mail_ended on outgoing_mail (ended_at) where ended_at is not null;

      create table support_message (
        id bigint generated always as identity primary key,
        account_id bigint not null references account (id),
        key_id bigint not null references api_key (id),
        subject text,
        message text not null,
        contact text,
        created_at timestamptz not null default clock_timestamp()
      );
      create index support_message_account on support_message (account_id, created_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table support_message, outgoing_mail, notice');
    await runner.query('alter table account drop column email');
  }
}
