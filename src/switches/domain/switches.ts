/** What the operator can switch off for all accounts, of every source or of one (contract §4.17). */
export const SWITCHES = ['replies', 'webhooks', 'collection'] as const;
export type SwitchName = (typeof SWITCHES)[number];

/** Something that is off. */
export interface SwitchedOff {
  readonly name: SwitchName;
  /** Null: it is off for every source. */
  readonly sourceId: number | null;
  readonly since: Date;
  /** For operators; null if none was given. */
  readonly reason: string | null;
}
