import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** Persons, their roles in accounts, and their sessions in the console. */
export class Console1795200000200 implements MigrationInterface {
  readonly name = 'Console1795200000200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table sign_in_window, known_browser, console_token, session, membership, person');
  }
}

const TABLES = `
  create table person (
    id bigint generated always as identity primary key,
    name text not null,
    email text not null,
    password_hash text not null,
    is_operator boolean not null default false,
    preferences jsonb not null default '{}',
    created_at timestamptz not null default clock_timestamp()
  );
  create unique index person_email on person (lower(email));

  create table membership (
    account_id bigint not null references account (id),
    person_id bigint not null references person (id),
    role text not null check (role in ('viewer', 'member', 'owner')),
    created_at timestamptz not null default clock_timestamp(),
    primary key (account_id, person_id)
  );
  create index membership_person on membership (person_id);

  create table session (
    id bigint generated always as identity primary key,
    digest bytea not null unique check (length(digest) = 32),
    person_id bigint not null references person (id),
    device text not null,
    address text not null check (length(address) <= 64),
    created_at timestamptz not null default clock_timestamp(),
    last_seen_at timestamptz not null default clock_timestamp(),
    proved_at timestamptz
  );
  create index session_person on session (person_id, id);

  create table console_token (
    digest bytea primary key check (length(digest) = 32),
    kind text not null check (kind in ('setup', 'join', 'reset')),
    person_id bigint references person (id),
    account_id bigint references account (id),
    email text,
    role text check (role in ('viewer', 'member', 'owner')),
    created_at timestamptz not null default clock_timestamp(),
    expires_at timestamptz not null,
    used_at timestamptz,
    check ((kind = 'reset') = (person_id is not null)),
    check ((kind = 'join') = (account_id is not null)),
    check ((kind = 'join') = (email is not null)),
    check ((kind = 'join') = (role is not null))
  );
  create index console_token_expiry on console_token (expires_at);

  create table known_browser (
    digest bytea primary key check (length(digest) = 32),
    person_id bigint not null references person (id),
    expires_at timestamptz not null
  );
  create index known_browser_expiry on known_browser (expires_at);

  create table sign_in_window (
    subject text primary key,
    started_at timestamptz not null,
    attempts int not null
  );
  create index sign_in_window_start on sign_in_window (started_at);
`;

const COMMENTS = [
  describeTable('person', 'Persons who use the console. A person belongs to any number of accounts.', {
    password_hash: 'scrypt with its salt and cost.',
    is_operator: 'Whether the person may use the operator area.',
    preferences: 'Locale, time zone, theme, density and other settings of the console.',
  }),
  describeTable('membership', 'The role of a person in an account.'),
  describeTable('session', 'Sessions in the console. The token itself is not stored.', {
    digest: 'SHA-256 of the token in the cookie.',
    device: 'The User-Agent header, shortened.',
    address: 'IP address of the sign-in.',
    proved_at: 'When the person last gave a password or another proof in this session.',
  }),
  describeTable('console_token', 'Links that set up an account, invite a person, or reset a password. Each is used once.', {
    digest: 'SHA-256 of the token in the link.',
  }),
  describeTable('known_browser', 'Browsers in which a person has signed in before.', {
    digest: 'SHA-256 of the token in the cookie.',
  }),
  describeTable('sign_in_window', 'Attempts to sign in, counted by browser, by e-mail address and by network.', {
    subject: 'What is counted; an e-mail address is stored as a digest.',
  }),
].join(';\n');
