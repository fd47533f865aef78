import { Expose, Transform } from 'class-transformer';

const toSecond = ({ value }: { value: unknown }): string | null =>
  value instanceof Date ? value.toISOString().slice(0, 19) : null;
const toNumber = ({ value }: { value: unknown }): number => Number(value);
const toList = ({ value }: { value: unknown }): unknown[] => (Array.isArray(value) ? value : []);
const isPresent = ({ value }: { value: unknown }): boolean => value !== null && value !== undefined;

/** A review in the response; the fields are those of the contract's model. */
export class ReviewDto {
  @Expose()
  @Transform(toNumber)
  id!: number;

  @Expose({ name: 'objectId' })
  @Transform(toNumber)
  object_id!: number;

  @Expose({ name: 'linkId' })
  @Transform(toNumber)
  link_id!: number;

  @Expose({ name: 'sourceId' })
  source_id!: number;

  @Expose({ name: 'externalId' })
  external_review_id!: string;

  @Expose()
  author!: string | null;

  @Expose()
  text!: string | null;

  @Expose({ name: 'reviewDate' })
  @Transform(toSecond)
  review_date!: string | null;

  @Expose({ name: 'ratingOriginal' })
  rating_original!: string | null;

  @Expose()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'number' ? value / 100 : null))
  rating!: number | null;

  @Expose({ name: 'reviewUrl' })
  review_url!: string | null;

  @Expose({ name: 'replyText' })
  reply_text!: string | null;

  @Expose({ name: 'replyDate' })
  @Transform(toSecond)
  reply_date!: string | null;

  @Expose()
  @Transform(toList)
  images!: unknown[];

  @Expose()
  @Transform(toList)
  videos!: unknown[];

  @Expose({ name: 'deletedAt' })
  @Transform(isPresent)
  is_deleted!: boolean;

  @Expose({ name: 'seenAt' })
  @Transform(toSecond)
  last_seen_at!: string;

  @Expose({ name: 'updatedAt' })
  @Transform(toSecond)
  updated_at!: string;

  @Expose({ name: 'hiddenAt' })
  @Transform(isPresent)
  is_hidden!: boolean;

  @Expose({ name: 'pinPosition' })
  pin_position!: number | null;
}

export interface ReviewPageDto {
  readonly data: readonly ReviewDto[];
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
  readonly has_next: boolean;
}
