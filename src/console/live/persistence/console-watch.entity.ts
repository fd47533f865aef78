import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** Accounts whose changes the console shows live. Triggers report changes of these accounts only. */
@Entity('console_watch')
@ForeignKey('AccountEntity', ['accountId'], ['id'], { name: 'console_watch_account_id_fkey', onDelete: 'CASCADE' })
export class ConsoleWatchEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @Column({ type: 'timestamptz' })
  readonly until!: Date;
}
