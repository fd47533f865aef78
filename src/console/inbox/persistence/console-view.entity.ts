import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Saved views of screens of the console. */
@Entity('console_view')
@ForeignKey('AccountEntity', ['accountId'], ['id'], {
  name: 'console_view_account_id_fkey',
  onDelete: 'CASCADE',
})
@ForeignKey('PersonEntity', ['personId'], ['id'], { name: 'console_view_person_id_fkey', onDelete: 'CASCADE' })
@Index('console_view_of_account', ['accountId', 'personId'])
@Index('console_view_person', ['personId'])
export class ConsoleViewEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @Column({ name: 'person_id', type: 'bigint' })
  readonly personId!: number;

  @Column({ type: 'text' })
  readonly name!: string;

  @Column({ type: 'text' })
  readonly path!: string;

  @Column({ type: 'text' })
  readonly query!: string;

  @Column({ type: 'boolean', default: false })
  readonly shared!: boolean;

  @Column({ type: 'int', default: () => '0' })
  readonly position!: number;
}
