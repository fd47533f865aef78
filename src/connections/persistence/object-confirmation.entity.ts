import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** Objects that the operator has confirmed to belong to their accounts. */
@Entity('object_confirmation')
@ForeignKey('TrackedObjectEntity', ['accountId', 'objectId'], ['accountId', 'id'], {
  name: 'object_confirmation_account_id_object_id_fkey',
  onDelete: 'CASCADE',
})
export class ObjectConfirmationEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @PrimaryColumn({ name: 'object_id', type: 'bigint' })
  readonly objectId!: number;

  @Column({ name: 'confirmed_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly confirmedAt!: Date;
}
