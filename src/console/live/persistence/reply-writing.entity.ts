import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Persons who are writing a reply. */
@Entity('reply_writing')
@ForeignKey('AccountEntity', ['accountId'], ['id'], {
  name: 'reply_writing_account_id_fkey',
  onDelete: 'CASCADE',
})
@ForeignKey('PersonEntity', ['personId'], ['id'], { name: 'reply_writing_person_id_fkey', onDelete: 'CASCADE' })
@Index('reply_writing_person', ['personId'])
export class ReplyWritingEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @PrimaryColumn({ name: 'review_id', type: 'bigint' })
  readonly reviewId!: number;

  @PrimaryColumn({ name: 'person_id', type: 'bigint' })
  readonly personId!: number;

  @Column({ type: 'timestamptz' })
  readonly until!: Date;
}
