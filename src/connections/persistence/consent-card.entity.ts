import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

/** A card that a consent gives access to, with the object that it belongs to. */
@Entity('consent_card')
@Check('consent_card_outcome_check', "outcome in ('waiting', 'connected', 'refused')")
@ForeignKey('ConsentFlowEntity', ['accountId', 'flowId'], ['accountId', 'id'], {
  name: 'consent_card_account_id_flow_id_fkey',
  onDelete: 'CASCADE',
})
@Unique('consent_card_account_id_flow_id_card_key', ['accountId', 'flowId', 'card'])
@Index('consent_card_waiting', ['accountId', 'flowId', 'position'], { where: "outcome = 'waiting'" })
export class ConsentCardEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint', primaryKeyConstraintName: 'consent_card_pkey' })
  readonly accountId!: number;

  @PrimaryColumn({ name: 'flow_id', type: 'bigint', primaryKeyConstraintName: 'consent_card_pkey' })
  readonly flowId!: number;

  @PrimaryColumn({ type: 'int', primaryKeyConstraintName: 'consent_card_pkey' })
  readonly position!: number;

  @Column({ type: 'text' })
  readonly card!: string;

  @Column({ type: 'text' })
  readonly name!: string;

  @Column({ type: 'text', nullable: true })
  readonly address!: string | null;

  @Column({ name: 'page_url', type: 'text', nullable: true })
  readonly pageUrl!: string | null;

  @Column({ name: 'object_id', type: 'bigint', nullable: true })
  readonly objectId!: number | null;

  @Column({ type: 'boolean', default: false })
  readonly certain!: boolean;

  @Column({ name: 'chosen_object_id', type: 'bigint', nullable: true })
  readonly chosenObjectId!: number | null;

  @Column({ type: 'text', nullable: true })
  readonly outcome!: string | null;

  @Column({ type: 'text', nullable: true })
  readonly detail!: string | null;

  @Column({ name: 'connection_id', type: 'bigint', nullable: true })
  readonly connectionId!: number | null;
}
