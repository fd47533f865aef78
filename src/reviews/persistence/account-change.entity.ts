import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** The change number of each account. Every transaction that changes reviews locks its row until the commit, so change numbers become visible in order. */
@Entity('account_change')
@ForeignKey('AccountEntity', ['accountId'], ['id'], { name: 'account_change_account_id_fkey' })
export class AccountChangeEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @Column({ name: 'change_seq', type: 'bigint' })
  readonly changeSeq!: number;

  @Column({ name: 'changed_at', type: 'timestamptz' })
  readonly changedAt!: Date;
}
