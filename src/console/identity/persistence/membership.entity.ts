import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The role of a person in an account. */
@Entity('membership')
@Check('membership_role_check', "role in ('viewer', 'member', 'owner')")
@ForeignKey('AccountEntity', ['accountId'], ['id'], { name: 'membership_account_id_fkey' })
@ForeignKey('PersonEntity', ['personId'], ['id'], { name: 'membership_person_id_fkey' })
@Index('membership_person', ['personId'])
export class MembershipEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @PrimaryColumn({ name: 'person_id', type: 'bigint' })
  readonly personId!: number;

  @Column({ type: 'text' })
  readonly role!: string;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly createdAt!: Date;
}
