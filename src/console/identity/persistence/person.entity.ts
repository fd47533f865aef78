import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A person who uses the console. The unique indexes are on the folded address, which TypeORM cannot declare. */
@Entity('person')
@Index('person_email', { synchronize: false })
@Index('person_folded_email', { synchronize: false })
export class PersonEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ type: 'text' })
  readonly name!: string;

  @Column({ type: 'text' })
  readonly email!: string;

  @Column({ name: 'password_hash', type: 'text' })
  readonly passwordHash!: string;

  @Column({ name: 'is_operator', type: 'boolean', default: false })
  readonly isOperator!: boolean;

  @Column({ type: 'jsonb', default: {} })
  readonly preferences!: unknown;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly createdAt!: Date;

  @Column({ name: 'last_seen_at', type: 'timestamptz', nullable: true })
  readonly lastSeenAt!: Date | null;
}
