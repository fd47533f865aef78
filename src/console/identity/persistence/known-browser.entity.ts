import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A browser in which a person has signed in before. */
@Entity('known_browser')
@Check('known_browser_digest_check', 'length(digest) = 32')
@ForeignKey('PersonEntity', ['personId'], ['id'], { name: 'known_browser_person_id_fkey' })
@Index('known_browser_expiry', ['expiresAt'])
export class KnownBrowserEntity {
  @PrimaryColumn({ type: 'bytea' })
  readonly digest!: Buffer;

  @Column({ name: 'person_id', type: 'bigint' })
  readonly personId!: number;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  readonly expiresAt!: Date;
}
