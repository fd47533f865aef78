import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Bodies of deliveries with reviews of platforms whose terms limit how long content may be kept are removed before the delivery is.
 * Existing deliveries, and those that processes of the version before store, get the default, and workers date them. The constraint is
 * validated, and the index created, by a later migration, because both read the whole table.
 */
export class WebhooksLimitedBodies1796000000020 implements MigrationInterface {
  readonly name = 'WebhooksLimitedBodies1796000000020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table webhook_delivery alter body drop not null, add body_until timestamptz default 'infinity',
        add constraint webhook_delivery_body_check
          check (body is not null or (body_until is null and state <> 'pending')) not valid;
      comment on column webhook_delivery.body is
        'Rendered once; every attempt sends these bytes. Null once it was removed because of body_until.';
      comment on column webhook_delivery.body_until is
        'When the body is removed, because the terms of a platform in it limit how long content may be kept; null if none does, and after the removal; infinity until a worker has dated a delivery of a process that does not know the column.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from webhook_delivery where body is null;
      alter table webhook_delivery drop body_until, alter body set not null;
      comment on column webhook_delivery.body is 'Rendered once; every attempt sends these bytes.';
    `);
  }
}
