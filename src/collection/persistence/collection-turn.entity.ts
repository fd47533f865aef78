import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The order in which accounts are served at each source. */
@Entity('collection_turn')
@ForeignKey('AccountEntity', ['accountId'], ['id'], { name: 'collection_turn_account_id_fkey', onDelete: 'CASCADE' })
@Index('collection_turn_next', ['sourceId', 'lastServedAt', 'accountId'], { where: 'look_at is not null' })
export class CollectionTurnEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @PrimaryColumn({ name: 'source_id', type: 'int' })
  readonly sourceId!: number;

  @Column({ name: 'last_served_at', type: 'timestamptz', default: () => "'-infinity'" })
  readonly lastServedAt!: Date;

  @Column({ name: 'look_at', type: 'timestamptz', nullable: true })
  readonly lookAt!: Date | null;
}
