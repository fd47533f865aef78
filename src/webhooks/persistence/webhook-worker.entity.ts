import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Free slots of each process that delivers. Unlogged: its content is not needed after a crash of the server. */
@Entity('webhook_worker')
export class WebhookWorkerEntity {
  @PrimaryColumn({ type: 'uuid' })
  readonly id!: string;

  @Column({ type: 'int' })
  readonly free!: number;

  @Column({ name: 'seen_at', type: 'timestamptz' })
  readonly seenAt!: Date;
}
