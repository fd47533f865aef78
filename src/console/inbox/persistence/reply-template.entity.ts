import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Texts that persons of an account insert into replies. */
@Entity('reply_template')
@ForeignKey('AccountEntity', ['accountId'], ['id'], {
  name: 'reply_template_account_id_fkey',
  onDelete: 'CASCADE',
})
@Index('reply_template_of_account', ['accountId', 'id'])
export class ReplyTemplateEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @Column({ type: 'text' })
  readonly name!: string;

  @Column({ type: 'text' })
  readonly text!: string;

  @Column({ name: 'source_ids', type: 'int', array: true, default: () => "'{}'" })
  readonly sourceIds!: readonly number[];
}
