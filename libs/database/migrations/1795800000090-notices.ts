import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** Notices to accounts, as their members read them, and outgoing mail. */
export class Notices1795800000090 implements MigrationInterface {
  readonly name = 'Notices1795800000090';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(STATISTICS);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view notice_statistics');
    await runner.query('drop table outgoing_mail, notice_preference, notice_read, notice');
  }
}

const TABLES = `
  create table notice (
    id bigint generated always as identity primary key,
    account_id bigint not null references account (id),
    kind text not null,
    subject text not null,
    body text not null,
    created_at timestamptz not null default clock_timestamp(),
    path text,
    person_id bigint references person (id) on delete cascade
  );
  create index notice_account on notice (account_id, id desc);

  create table notice_read (
    account_id bigint not null,
    person_id bigint not null,
    notice_id bigint not null references notice (id) on delete cascade,
    read_at timestamptz not null default clock_timestamp(),
    primary key (account_id, person_id, notice_id),
    foreign key (account_id, person_id) references membership (account_id, person_id) on delete cascade
  );
  create index notice_read_of_notice on notice_read (notice_id);

  create table notice_preference (
    account_id bigint not null,
    person_id bigint not null,
    kind text not null,
    in_console boolean not null,
    by_mail boolean not null,
    primary key (account_id, person_id, kind),
    foreign key (account_id, person_id) references membership (account_id, person_id) on delete cascade
  );

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
  describeTable('notice', 'Messages of the service to an account.', {
    path: 'Screen of the console that shows the cause, below the address of the account.',
    person_id: 'The only person who sees the notice; null: every member.',
  }),
  describeTable('notice_read', 'Which members have read which notices.'),
  describeTable('notice_preference', 'Where a member sees notices of a kind, if it differs from the default.'),
  describeTable('outgoing_mail', 'Mail to send through the SMTP server of the operator.', {
    message_key: 'Part of the Message-ID, so that a mail that is sent twice has the same id.',
    not_before: 'When a worker may claim the mail: the time of the next attempt, or the end of the lease.',
    lease_token: 'Fencing token of the worker that sends the mail.',
  }),
].join(';\n');
