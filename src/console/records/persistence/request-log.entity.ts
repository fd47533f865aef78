import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Requests of keys in the last seven days. The indexes are descending, which TypeORM cannot declare. */
@Entity('request_log')
@Index('request_log_newest', { synchronize: false })
@Index('request_log_refused', { synchronize: false })
@Index('request_log_code', { synchronize: false })
@Index('request_log_route', { synchronize: false })
@Index('request_log_key', { synchronize: false })
@Index('request_log_request_id', ['accountId', 'requestId'])
export class RequestLogEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @Column({ type: 'timestamptz' })
  readonly at!: Date;

  @Column({ name: 'request_id', type: 'text' })
  readonly requestId!: string;

  @Column({ name: 'key_id', type: 'bigint' })
  readonly keyId!: number;

  @Column({ type: 'text' })
  readonly method!: string;

  @Column({ type: 'text' })
  readonly route!: string;

  @Column({ type: 'text' })
  readonly path!: string;

  @Column({ type: 'text', nullable: true })
  readonly query!: string | null;

  @Column({ type: 'smallint' })
  readonly status!: number;

  @Column({ type: 'text', nullable: true })
  readonly code!: string | null;

  @Column({ type: 'text', nullable: true })
  readonly detail!: string | null;

  @Column({ type: 'real' })
  readonly ms!: number;

  @Column({ type: 'text', nullable: true })
  readonly body!: string | null;

  @Column({ name: 'is_body_cut', type: 'boolean' })
  readonly isBodyCut!: boolean;
}
