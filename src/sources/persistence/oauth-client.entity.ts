import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** The OAuth client that the operator has registered at a platform. */
@Entity('source_oauth_client')
@ForeignKey('SourceEntity', ['sourceId'], ['id'], { name: 'source_oauth_client_source_id_fkey' })
export class OAuthClientEntity {
  @PrimaryColumn({ name: 'source_id', type: 'int' })
  readonly sourceId!: number;

  @Column({ name: 'client_id', type: 'text' })
  readonly clientId!: string;

  @Column({ type: 'bytea' })
  readonly sealed!: Buffer;

  @Column({ name: 'key_id', type: 'text' })
  readonly keyId!: string;

  @Column({ name: 'changed_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly changedAt!: Date;
}
