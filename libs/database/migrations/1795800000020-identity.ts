// cspell:ignore bigserial
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** Persons, their roles in accounts, their second factors, and their sessions in the console. */
export class Identity1795800000020 implements MigrationInterface {
  readonly name = 'Identity1795800000020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(FACTOR_TABLES);
    await runner.query(OPERATORS);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop view operator_membership, oldest_account, operator_address;
      drop table passkey_challenge, recovery_code, factor, sign_in_window, known_browser, console_token, session, membership, person;
    `);
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
    created_at timestamptz not null default clock_timestamp(),
    last_seen_at timestamptz
  );
  -- No two addresses differ in case only: in any alphabet of the database's locale, and in ASCII letters, by which look-ups find a person.
  create unique index person_email on person (lower(email));
  create unique index person_folded_email on person (lower(email collate "C"));

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
    proved_at timestamptz,
    awaits_factor boolean not null default false,
    wrong_codes int not null default 0
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
    removes_factors boolean not null default false,
    -- Not an identity column: the table had rows before it had ids.
    id bigserial unique,
    invited_by bigint references person (id) on delete set null,
    is_requested boolean not null default false,
    check ((kind = 'reset') = (person_id is not null)),
    check ((kind = 'join') = (account_id is not null)),
    check ((kind = 'join') = (email is not null)),
    check ((kind = 'join') = (role is not null))
  );
  create index console_token_expiry on console_token (expires_at);
  create index console_token_invitations on console_token (account_id, id) where kind = 'join';

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

const FACTOR_TABLES = `
  create table factor (
    id bigint generated always as identity primary key,
    person_id bigint not null references person (id),
    kind text not null check (kind in ('totp', 'passkey')),
    name text not null,
    created_at timestamptz not null default clock_timestamp(),
    confirmed_at timestamptz,
    last_used_at timestamptz,
    sealed bytea,
    key_id text,
    last_step bigint,
    credential_id bytea unique,
    public_key bytea,
    counter bigint,
    transports text[],
    check ((kind = 'totp') = (sealed is not null and key_id is not null)),
    check ((kind = 'passkey') = (credential_id is not null and public_key is not null and counter is not null))
  );
  create index factor_person on factor (person_id, id);

  create table recovery_code (
    digest bytea primary key check (length(digest) = 32),
    person_id bigint not null references person (id),
    used_at timestamptz
  );
  create index recovery_code_person on recovery_code (person_id);

  create table passkey_challenge (
    digest bytea primary key check (length(digest) = 32),
    purpose text not null check (purpose in ('sign_in', 'second_factor', 'enrol', 'proof')),
    session_id bigint,
    expires_at timestamptz not null,
    check ((purpose = 'sign_in') = (session_id is null))
  );
  create index passkey_challenge_expiry on passkey_challenge (expires_at);
`;

const OPERATORS = `
  -- Where the operators get mails.
  create view operator_address as select id as person_id, email from person where is_operator;
  -- The account of notices to an operator who belongs to none.
  create view oldest_account as select min(id) as account_id from account;
  -- The account of notices to each operator: the first that the person joined.
  create view operator_membership as
  select distinct on (m.person_id) m.person_id, m.account_id
  from membership m join person p on p.id = m.person_id
  where p.is_operator order by m.person_id, m.created_at, m.account_id;
`;

const COMMENTS = [
  describeTable('person', 'Persons who use the console. A person belongs to any number of accounts.', {
    password_hash: 'scrypt with its salt and cost.',
    is_operator: 'Whether the person may use the operator area.',
    preferences: 'Locale, time zone, theme, density and other settings of the console.',
    last_seen_at: 'When the person last used the console, to the minute.',
  }),
  describeTable('membership', 'The role of a person in an account.'),
  describeTable('session', 'Sessions in the console. The token itself is not stored.', {
    digest: 'SHA-256 of the token in the cookie.',
    device: 'The User-Agent header, shortened.',
    address: 'IP address of the sign-in.',
    proved_at: 'When the person last gave a password or another proof in this session.',
    awaits_factor: 'Whether the password was right and the second factor is still missing.',
    wrong_codes: 'Codes that were tried while the session waits for the second factor.',
  }),
  describeTable('console_token', 'Links that set up an account, invite a person, or reset a password. Each is used once.', {
    digest: 'SHA-256 of the token in the link.',
    removes_factors: 'Whether the use of the link also removes the second factors of the person.',
    invited_by: 'The person who made an invitation.',
    is_requested: 'Of a reset: whether it was requested by mail. Requests never make a link invalid that an operator made.',
  }),
  describeTable('known_browser', 'Browsers in which a person has signed in before.', {
    digest: 'SHA-256 of the token in the cookie.',
  }),
  describeTable('sign_in_window', 'Attempts to sign in, counted by browser, by e-mail address and by network.', {
    subject: 'What is counted; an e-mail address is stored as a digest.',
  }),
  describeTable('factor', 'Second factors of persons: apps that show codes, and passkeys.', {
    confirmed_at: 'When the first code was right; null for an app that is not set up yet.',
    sealed: 'The seed of an app, sealed.',
    key_id: 'The key that sealed the seed.',
    last_step: 'The 30 seconds of the last code that was accepted, so that none is accepted twice.',
    counter: 'Signatures of a passkey, as it counts them.',
  }),
  describeTable('recovery_code', 'Codes that replace a second factor once.', {
    digest: 'SHA-256 of the code.',
  }),
  describeTable('passkey_challenge', 'Texts that passkeys are asked to sign. Each is used once, within five minutes.', {
    digest: 'SHA-256 of the challenge.',
    session_id: 'The session that asked; null before there is one.',
  }),
].join(';\n');
