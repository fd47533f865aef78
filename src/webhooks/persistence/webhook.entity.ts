import { Check, Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** Webhooks of an account. */
@Entity('webhook')
@Check('webhook_event_types_check', 'cardinality(event_types) > 0')
@Check('webhook_object_ids_check', 'cardinality(object_ids) > 0')
@Check('webhook_schema_version_check', 'schema_version in (2, 3)')
@Check('webhook_target_check', 'length(target) <= 2048')
@ForeignKey('AccountEntity', ['accountId'], ['id'], { name: 'webhook_account_id_fkey' })
@Unique('webhook_account_id_id_key', ['accountId', 'id'])
export class WebhookEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @Column({ name: 'schema_version', type: 'smallint' })
  readonly schemaVersion!: number;

  @Column({ type: 'text' })
  readonly target!: string;

  @Column({ name: 'object_ids', type: 'bigint', array: true, nullable: true })
  readonly objectIds!: readonly number[] | null;

  @Column({ name: 'event_types', type: 'text', array: true })
  readonly eventTypes!: readonly string[];

  @Column({ name: 'bucket_window', type: 'text' })
  readonly bucketWindow!: string;

  @Column({ type: 'jsonb' })
  readonly filters!: unknown;

  @Column({ name: 'is_active', type: 'boolean', default: true })
  readonly isActive!: boolean;

  @Column({ name: 'failure_count', type: 'int', default: 0 })
  readonly failureCount!: number;

  @Column({ name: 'last_failure_at', type: 'timestamptz', nullable: true })
  readonly lastFailureAt!: Date | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly createdAt!: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly updatedAt!: Date;

  @Column({ name: 'failing_since', type: 'timestamptz', nullable: true })
  readonly failingSince!: Date | null;
}
