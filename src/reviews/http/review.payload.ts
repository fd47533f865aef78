import { ApiSchema } from '@nestjs/swagger';
import { Shown } from '@libs/http';

/**
 * A review on the wire (contract §2.3). Documentation only: `persistence/review-json.sql` builds the JSON, and contract tests
 * check that both are equal.
 */
@ApiSchema({ description: 'A photo of a review.' })
export class ReviewImage {
  @Shown({
    type: 'string',
    description: 'Address with a `{size}` placeholder.',
    example: 'https://images.example/{size}/room.jpg',
  })
  readonly template_url!: string;

  @Shown({ type: 'string', nullable: true, description: 'Small version.' })
  readonly preview!: string | null;

  @Shown({ type: 'string', nullable: true, description: 'Full version.' })
  readonly image!: string | null;
}

@ApiSchema({ description: 'A video of a review.' })
export class ReviewVideo {
  @Shown({ type: 'string', values: ['embed', 'file', 'hls'], description: 'Platform player, direct file, or stream.' })
  readonly kind!: string;

  @Shown({ type: 'string', nullable: true, description: 'Address of the video.' })
  readonly video_url!: string | null;

  @Shown({ type: 'string', nullable: true, description: 'Still picture.' })
  readonly thumbnail!: string | null;

  @Shown({ type: 'integer', nullable: true, description: 'Pixels.' })
  readonly width!: number | null;

  @Shown({ type: 'integer', nullable: true, description: 'Pixels.' })
  readonly height!: number | null;

  @Shown({ type: 'integer', nullable: true, description: 'Milliseconds.' })
  readonly duration_ms!: number | null;
}

@ApiSchema({ description: 'A review as the platform published it, with the state of its reply.' })
export class ReviewV2 {
  @Shown({ type: 'integer', description: 'The same id appears in webhook events.' })
  readonly id!: number;

  @Shown({ type: 'integer', description: 'The link from which it was collected.' })
  readonly link_id!: number;

  @Shown({ type: 'integer', description: 'Platform.' })
  readonly source_id!: number;

  @Shown({
    type: 'string',
    nullable: true,
    description: 'As the platform shows it; surnames are masked.',
    example: 'Anna M. K.',
  })
  readonly author!: string | null;

  @Shown({ type: 'string', nullable: true, description: 'The text; its parts are joined by a blank line.' })
  readonly text!: string | null;

  @Shown({
    type: 'local-date-time',
    nullable: true,
    description: "The platform's local time, as the platform shows it.",
  })
  readonly review_date!: string | null;

  @Shown({
    type: 'string',
    nullable: true,
    description: "The rating on the platform's own scale, not converted.",
    example: '7.0',
  })
  readonly rating_original!: string | null;

  @Shown({
    type: 'number',
    nullable: true,
    description: 'The rating on the scale 1-5, at most two decimals.',
    example: 3.5,
  })
  readonly rating!: number | null;

  @Shown({ type: 'string', nullable: true, description: 'Direct link on the platform.' })
  readonly review_url!: string | null;

  @Shown({ type: 'string', nullable: true, description: "The organization's reply, by any author." })
  readonly reply_text!: string | null;

  @Shown({ type: 'date-time', nullable: true, description: 'Date of the reply, in UTC on every platform.' })
  readonly reply_date!: string | null;

  @Shown({ type: 'boolean', description: 'Whether `images` has any items.' })
  readonly has_images!: boolean;

  @Shown({ type: () => ReviewImage, list: true, description: 'Attached images.' })
  readonly images!: readonly ReviewImage[];

  @Shown({ type: 'boolean', description: 'Whether `videos` has any items.' })
  readonly has_videos!: boolean;

  @Shown({ type: () => ReviewVideo, list: true, description: 'Attached videos.' })
  readonly videos!: readonly ReviewVideo[];

  @Shown({ type: 'boolean', description: 'The review disappeared from the platform.' })
  readonly is_deleted!: boolean;

  @Shown({ type: 'date-time', nullable: true, description: 'When the service detected that it disappeared.' })
  readonly deleted_at!: string | null;

  @Shown({ type: 'date-time', description: 'When a collection saw it last.' })
  readonly last_seen_at!: string;

  @Shown({ type: 'date-time', description: 'When anything visible to clients last changed.' })
  readonly updated_at!: string;

  @Shown({
    type: 'boolean',
    optional: true,
    description: 'Hidden in the object. Absent where no single object is addressed.',
  })
  readonly is_hidden?: boolean;

  @Shown({
    type: 'boolean',
    optional: true,
    description: 'Pinned in the object. Absent where no single object is addressed.',
  })
  readonly is_pinned?: boolean;

  @Shown({
    type: 'integer',
    nullable: true,
    optional: true,
    description: 'Position among the pinned reviews, from 0. Absent where no single object is addressed.',
  })
  readonly pin_position?: number | null;

  @Shown({ type: 'string', nullable: true, description: 'Advantages; filled with `separate_pos_neg=true`.' })
  readonly positive!: string | null;

  @Shown({ type: 'string', nullable: true, description: 'Disadvantages; filled with `separate_pos_neg=true`.' })
  readonly negative!: string | null;

  @Shown({
    type: 'object',
    optional: true,
    description: "The platform's own record without personal data; with `include_raw=true`.",
  })
  readonly raw_review?: Record<string, unknown>;
}

@ApiSchema({ description: 'A review as the platform published it, with the state of its reply and its flags.' })
export class Review extends ReviewV2 {
  @Shown({ type: 'integer', description: 'The object.' })
  readonly object_id!: number;

  @Shown({ type: 'string', description: 'Machine name of the platform.', example: 'trustpilot' })
  readonly source_slug!: string;

  @Shown({ type: 'string', description: "The platform's own id of the review, or a stable hash if it has none." })
  readonly external_review_id!: string;
}
