import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** Admitted requests of each key and day (UTC), for about a week. */
@Entity('api_key_use')
@ForeignKey('ApiKeyEntity', ['keyId'], ['id'], { name: 'api_key_use_key_id_fkey', onDelete: 'CASCADE' })
export class ApiKeyUseEntity {
  @PrimaryColumn({ name: 'key_id', type: 'bigint' })
  readonly keyId!: number;

  @PrimaryColumn({ type: 'date' })
  readonly day!: string;

  @Column({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @Column({ type: 'bigint' })
  readonly requests!: number;
}
