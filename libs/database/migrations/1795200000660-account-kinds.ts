import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The two accounts of a first start: the first person owns the one of the operator, and may look at the demo. */
export class AccountKinds1795200000660 implements MigrationInterface {
  readonly name = 'AccountKinds1795200000660';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table account add column kind text not null default 'customer'
        constraint account_kind_check check (kind in ('customer', 'operator', 'demo'));
      -- A first start made these with these ids and names; the demo account is the one without a full key.
      update account a set kind = 'operator'
      where a.id = 1 and a.name = 'Operator' and exists (select from api_key k where k.account_id = 1 and k.key_scope = 'master');
      update account a set kind = 'demo'
      where a.id = 2 and a.name = 'Demo' and exists (select from account where kind = 'operator')
        and not exists (select from api_key k where k.account_id = 2 and k.key_scope = 'full' and k.revoked_at is null);
      create unique index account_of_first_start on account (kind) where kind <> 'customer';
      -- The first person was given a third account, and was no member of these.
      insert into membership (account_id, person_id, role)
      select a.id, p.id, 'owner' from account a, (select id from person where is_operator order by id limit 1) p
      where a.kind = 'operator' and not exists (select from membership m where m.account_id = a.id);
      insert into membership (account_id, person_id, role)
      select a.id, p.id, 'viewer' from account a, person p where a.kind = 'demo' and p.is_operator on conflict do nothing;
    `);
    await runner.query(COMMENT);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index account_of_first_start;
      alter table account drop column kind;
    `);
  }
}

const COMMENT = `comment on column account.kind is
  'operator, demo: made by the first start; the first person becomes owner of the one and viewer of the other. customer: every other account.'`;
