import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Attempts to sign in, counted by browser, by e-mail address and by network. */
@Entity('sign_in_window')
@Index('sign_in_window_start', ['startedAt'])
export class SignInWindowEntity {
  @PrimaryColumn({ type: 'text' })
  readonly subject!: string;

  @Column({ name: 'started_at', type: 'timestamptz' })
  readonly startedAt!: Date;

  @Column({ type: 'int' })
  readonly attempts!: number;
}
