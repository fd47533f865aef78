import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** Replies that agents propose, the policy of an account that answers some of them, and the scope of keys that may only propose. */
export class ReplyProposals1796000000150 implements MigrationInterface {
  readonly name = 'ReplyProposals1796000000150';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`${scopes(`'read_only', 'propose', 'full', 'master'`)}; ${TABLES}; ${DESCRIPTIONS}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table reply_policy, reply_proposal;
      update api_key set key_scope = 'read_only' where key_scope = 'propose';
      ${scopes(`'read_only', 'full', 'master'`)}`);
  }
}

const scopes = (known: string): string =>
  `alter table api_key drop constraint api_key_key_scope_check, add constraint api_key_key_scope_check check (key_scope in (${known}))`;

const TABLES = `
  create table reply_proposal (
    account_id bigint not null references account (id),
    id bigint generated always as identity,
    review_id bigint not null,
    object_id bigint not null,
    link_id bigint not null,
    created_at timestamptz not null default clock_timestamp(),
    closed_at timestamptz,
    proposed_by_key bigint,
    proposed_by_person bigint,
    closed_by_key bigint,
    closed_by_person bigint,
    source_id int not null,
    by_policy boolean not null default false,
    state text not null default 'open',
    text text not null,
    note text,
    review_version text not null,
    approved_text text,
    reason text,
    primary key (account_id, id),
    foreign key (account_id, link_id) references link (account_id, id) on delete cascade,
    constraint reply_proposal_state_check check (state in ('open', 'approved', 'dismissed', 'published', 'superseded')),
    constraint reply_proposal_closed check ((closed_at is null) = (state = 'open')),
    constraint reply_proposal_proposer check ((proposed_by_key is null) <> (proposed_by_person is null)),
    constraint reply_proposal_approved check (state not in ('approved', 'published') or approved_text is not null)
  );
  create index reply_proposal_of_review on reply_proposal (account_id, review_id, id);
  create index reply_proposal_of_state on reply_proposal (account_id, state, id);
  create index reply_proposal_of_object on reply_proposal (account_id, object_id, id);
  create index reply_proposal_of_link on reply_proposal (account_id, link_id);
  create index reply_proposal_of_key on reply_proposal (account_id, proposed_by_key, created_at);
  create index reply_proposal_of_policy on reply_proposal (account_id, closed_at) where by_policy;
  create index reply_proposal_closed_at on reply_proposal (closed_at) where closed_at is not null;
  create index reply_proposal_open on reply_proposal (account_id, id) where state = 'open';

  -- The live screens of the console learn of a proposal as they learn of a reply to its review.
  create trigger console_tell_proposal_new after insert on reply_proposal for each row execute function console_tell_reply();
  create trigger console_tell_proposal after update on reply_proposal for each row
    when (old.state is distinct from new.state) execute function console_tell_reply();

  create table reply_policy (
    account_id bigint primary key references account (id),
    is_enabled boolean not null,
    daily_limit int not null,
    rules jsonb not null,
    updated_at timestamptz not null default clock_timestamp(),
    updated_by bigint,
    constraint reply_policy_daily_limit_check check (daily_limit between 1 and 200)
  )`;

const DESCRIPTIONS = [
  describeTable('reply_proposal', 'Replies that were proposed and are published only after an approval.', {
    closed_at: 'When it was approved, dismissed or superseded; null while it is open.',
    proposed_by_key: 'Id of the key that proposed it; null: a person.',
    closed_by_key: 'Id of the key that approved or dismissed it.',
    by_policy: 'Whether the policy of the account approved it.',
    text: 'The text that was proposed.',
    note: 'What the proposer adds for the person who decides.',
    review_version: 'Hash of what the review said when the reply was proposed.',
    approved_text: 'The text that was approved and accepted; of a policy, its own template.',
    reason: 'Why it was dismissed.',
  }),
  describeTable('reply_policy', 'The rules by which an account answers proposals with texts of its own.', {
    daily_limit: 'Most approvals in 24 hours.',
    rules: 'The rules, the first that fits counts.',
  }),
].join(';\n');
