import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Which members have read which notices. */
@Entity('notice_read')
@ForeignKey('NoticeEntity', ['noticeId'], ['id'], { name: 'notice_read_notice_id_fkey', onDelete: 'CASCADE' })
@ForeignKey('MembershipEntity', ['accountId', 'personId'], ['accountId', 'personId'], {
  name: 'notice_read_account_id_person_id_fkey',
  onDelete: 'CASCADE',
})
@Index('notice_read_of_notice', ['noticeId'])
export class NoticeReadEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @PrimaryColumn({ name: 'person_id', type: 'bigint' })
  readonly personId!: number;

  @PrimaryColumn({ name: 'notice_id', type: 'bigint' })
  readonly noticeId!: number;

  @Column({ name: 'read_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly readAt!: Date;
}
