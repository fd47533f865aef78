import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Messages of the service to an account. */
@Entity('notice')
@ForeignKey('AccountEntity', ['accountId'], ['id'], { name: 'notice_account_id_fkey' })
@ForeignKey('PersonEntity', ['personId'], ['id'], { name: 'notice_person_id_fkey', onDelete: 'CASCADE' })
@Index('notice_account', { synchronize: false })
export class NoticeEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @Column({ type: 'text' })
  readonly kind!: string;

  @Column({ type: 'text' })
  readonly subject!: string;

  @Column({ type: 'text' })
  readonly body!: string;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly createdAt!: Date;

  @Column({ type: 'text', nullable: true })
  readonly path!: string | null;

  @Column({ name: 'person_id', type: 'bigint', nullable: true })
  readonly personId!: number | null;
}
