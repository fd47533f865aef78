import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** Notices to accounts and outgoing mail. */
export class Notices1795200000080 implements MigrationInterface {
  readonly name = 'Notices1795200000080';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(STATISTICS);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view notice_statistics');
    await runner.query('drop table outgoing_mail, notice');
  }
}

const TABLES = `
  create table notice (
    id bigint generated always as identity primary key,
    account_id bigint not null references account (id),
    kind text not null,
    subject text not null,
    body text not null,
    created_at timestamptz not null default clock_timestamp()
  );
  create index notice_account on notice (account_id, id desc);

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
`;

/** For the statistics of the operator (contract §4.16). */
const STATISTICS = `
  create view notice_statistics as
  select (select count(*) from notice) as notices,
    (select count(*) from outgoing_mail where status = 'waiting') as mail_waiting,
    (select count(*) from outgoing_mail where status = 'given_up') as mail_given_up;
`;

const COMMENTS = [
  describeTable('notice', 'Messages of the service to an account.'),
  describeTable('outgoing_mail', 'Mail to send through the SMTP server of the operator.', {
    message_key: 'Part of the Message-ID, so that a mail that is sent twice has the same id.',
    not_before: 'When a worker may claim the mail: the time of the next attempt, or the end of the lease.',
    lease_token: 'Fencing token of the worker that sends the mail.',
  }),
].join(';\n');
