import { Shown } from '@libs/http';

/** Filters as applied, with defaults. Each version adds the addressed ids under its own names. */
export abstract class MetaFields {
  @Shown({ type: 'date', description: 'First publication date that is counted.' })
  readonly published_from!: string;

  @Shown({ type: 'date', description: 'Last publication date that is counted.' })
  readonly published_to!: string;

  @Shown({ type: 'integer', list: true, description: 'Platforms of the request; empty is all.' })
  readonly source_ids!: readonly number[];

  @Shown({ type: 'date-time', description: 'When the figures were computed.' })
  readonly generated_at!: string;
}
