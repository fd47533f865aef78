import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** A session in the console. */
@Entity('session')
@Check('session_digest_check', 'length(digest) = 32')
@Check('session_address_check', 'length(address) <= 64')
@ForeignKey('PersonEntity', ['personId'], ['id'], { name: 'session_person_id_fkey' })
@Unique('session_digest_key', ['digest'])
@Index('session_person', ['personId', 'id'])
export class SessionEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ type: 'bytea' })
  readonly digest!: Buffer;

  @Column({ name: 'person_id', type: 'bigint' })
  readonly personId!: number;

  @Column({ type: 'text' })
  readonly device!: string;

  @Column({ type: 'text' })
  readonly address!: string;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly createdAt!: Date;

  @Column({ name: 'last_seen_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly lastSeenAt!: Date;

  @Column({ name: 'proved_at', type: 'timestamptz', nullable: true })
  readonly provedAt!: Date | null;

  @Column({ name: 'awaits_factor', type: 'boolean', default: false })
  readonly awaitsFactor!: boolean;

  @Column({ name: 'wrong_codes', type: 'int', default: 0 })
  readonly wrongCodes!: number;
}
