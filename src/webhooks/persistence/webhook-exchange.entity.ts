import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Headers and answers of attempts, kept for 7 days. Not every success has a row. */
@Entity('webhook_exchange')
@Index('webhook_exchange_old', ['startedAt'])
export class WebhookExchangeEntity {
  @PrimaryColumn({ name: 'delivery_id', type: 'bigint' })
  readonly deliveryId!: number;

  @PrimaryColumn({ type: 'int' })
  readonly number!: number;

  @Column({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @Column({ name: 'started_at', type: 'timestamptz' })
  readonly startedAt!: Date;

  @Column({ name: 'request_headers', type: 'json' })
  readonly requestHeaders!: unknown;

  @Column({ name: 'response_headers', type: 'json', nullable: true })
  readonly responseHeaders!: unknown;

  @Column({ name: 'response_body', type: 'text', nullable: true })
  readonly responseBody!: string | null;
}
