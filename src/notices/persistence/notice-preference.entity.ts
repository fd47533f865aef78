import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** Where a member sees notices of a kind, if it differs from the default. */
@Entity('notice_preference')
@ForeignKey('MembershipEntity', ['accountId', 'personId'], ['accountId', 'personId'], {
  name: 'notice_preference_account_id_person_id_fkey',
  onDelete: 'CASCADE',
})
export class NoticePreferenceEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @PrimaryColumn({ name: 'person_id', type: 'bigint' })
  readonly personId!: number;

  @PrimaryColumn({ type: 'text' })
  readonly kind!: string;

  @Column({ name: 'in_console', type: 'boolean' })
  readonly inConsole!: boolean;

  @Column({ name: 'by_mail', type: 'boolean' })
  readonly byMail!: boolean;
}
