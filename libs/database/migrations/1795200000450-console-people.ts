// cspell:ignore bigserial
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** Notices as persons read them, invitations that can be listed, and the end of accounts. */
export class ConsolePeople1795200000450 implements MigrationInterface {
  readonly name = 'ConsolePeople1795200000450';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table notice_preference, notice_read;
      alter table notice drop column person_id, drop column path;
      drop index console_token_invitations;
      alter table console_token drop column invited_by, drop column id;
      drop index account_closed;
      alter table account drop column trial_noticed, drop column closed_at;
      alter table person drop column last_seen_at;
    `);
  }
}

const TABLES = `
  alter table notice add column path text,
    add column person_id bigint references person (id) on delete cascade;

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

  alter table console_token add column id bigserial unique,
    add column invited_by bigint references person (id) on delete set null;
  create index console_token_invitations on console_token (account_id, id) where kind = 'join';

  alter table account add column closed_at timestamptz, add column trial_noticed timestamptz;
  create index account_closed on account (closed_at) where closed_at is not null;

  alter table person add column last_seen_at timestamptz;
`;

const COMMENTS = [
  describeTable('notice', 'Messages of the service to an account.', {
    path: 'Screen of the console that shows the cause, below the address of the account.',
    person_id: 'The only person who sees the notice; null: every member.',
  }),
  describeTable('notice_read', 'Which members have read which notices.'),
  describeTable('notice_preference', 'Where a member sees notices of a kind, if it differs from the default.'),
  describeTable('console_token', 'Links that set up an account, invite a person, or reset a password. Each is used once.', {
    invited_by: 'The person who made an invitation.',
  }),
  describeTable('account', 'The tenant. Every row except sources belongs to exactly one account.', {
    closed_at: 'When an owner closed the account. 30 days later its data is erased, unless the operator resumes it.',
    trial_noticed: 'The end of the trial that the account was notified of.',
  }),
  describeTable('person', 'Persons who use the console. A person belongs to any number of accounts.', {
    last_seen_at: 'When the person last used the console, to the minute.',
  }),
].join(';\n');
