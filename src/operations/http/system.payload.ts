import { ApiSchema } from '@nestjs/swagger';
import { BodyText, Shown } from '@libs/http';
import type { Finding } from '../checks/examine';

@ApiSchema({ description: 'The result of one check of the installation.' })
export class CheckShown {
  @Shown({ type: 'string', description: 'Name of the check.', example: 'browser' })
  readonly name!: string;

  @Shown({ type: 'boolean', description: 'Whether the check passed.', example: true })
  readonly ok!: boolean;

  @Shown({ type: 'string', description: 'What was found.', example: 'Chromium 141 starts' })
  readonly found!: string;

  @Shown({ type: 'string', nullable: true, description: 'What to do; null if the check passed.', example: null })
  readonly remedy!: string | null;
}

@ApiSchema({ description: 'Facts for the report of a problem, without secrets and without reviews.' })
export class BundleShown {
  @Shown({ type: 'date-time', description: 'When it was made.' })
  readonly generated_at!: string;

  @Shown({ type: 'string', description: 'Version of hrev.', example: '0.1.0' })
  readonly version!: string;

  @Shown({ type: 'string', description: 'Version of Node.', example: 'v22.12.0' })
  readonly node!: string;

  @Shown({ type: 'string', description: 'System and processor.', example: 'linux x64' })
  readonly platform!: string;

  @Shown({ type: 'object', description: 'The settings; `set` in place of texts that may be secret.' })
  readonly settings!: object;

  @Shown({ type: 'object', list: true, description: 'The checks.' })
  readonly checks!: readonly object[];

  @Shown({ type: 'object', list: true, description: 'The processes.' })
  readonly processes!: readonly object[];

  @Shown({ type: 'object', list: true, description: 'The queues.' })
  readonly queues!: readonly object[];

  @Shown({ type: 'object', description: 'Figures over all sources.' })
  readonly totals!: object;

  @Shown({ type: 'object', list: true, description: 'The sources.' })
  readonly sources!: readonly object[];

  @Shown({ type: 'object', description: 'Events by source.' })
  readonly events!: object;
}

@ApiSchema({ description: 'An address to probe.' })
export class ProbeBody {
  @BodyText({
    description: 'Address of a page on a platform.',
    min: 1,
    max: 2048,
    format: 'uri',
    example: 'https://www.trustpilot.com/review/example.com',
  })
  readonly url!: string;
}

@ApiSchema({ description: 'A review on a probed page.' })
export class ProbedReviewShown {
  @Shown({ type: 'string', nullable: true, description: "The platform's id of the review." })
  readonly external_review_id!: string | null;

  @Shown({ type: 'string', nullable: true, description: 'The author, masked as it would be stored.' })
  readonly author!: string | null;

  @Shown({ type: 'number', nullable: true, description: '1 to 5; null without a numeric rating.' })
  readonly rating!: number | null;

  @Shown({ type: 'local-date-time', nullable: true, description: "In the platform's time." })
  readonly review_date!: string | null;

  @Shown({ type: 'string', nullable: true, description: 'The text.' })
  readonly text!: string | null;

  @Shown({ type: 'string', nullable: true, description: 'The reply.' })
  readonly reply_text!: string | null;
}

@ApiSchema({ description: 'The first page of an address, as a collection would read it. Nothing is stored.' })
export class ProbeShown {
  @Shown({
    type: 'string',
    nullable: true,
    description: 'The source; null if the address belongs to none.',
    example: 'trustpilot',
  })
  readonly source!: string | null;

  @Shown({ type: 'string', nullable: true, description: 'Name of the source.', example: 'Trustpilot' })
  readonly source_name!: string | null;

  @Shown({
    type: 'string',
    description: 'Canonical address.',
    example: 'https://www.trustpilot.com/review/example.com',
  })
  readonly url!: string;

  @Shown({ type: 'string', nullable: true, description: 'Name of the object.' })
  readonly name!: string | null;

  @Shown({ type: 'integer', nullable: true, description: 'How many reviews the platform states.' })
  readonly platform_review_count!: number | null;

  @Shown({ type: 'integer', description: 'Reviews on the first page.' })
  readonly reviews_on_first_page!: number;

  @Shown({
    type: 'string',
    nullable: true,
    description: 'What the page shows and could not be read, by part; null if everything was read.',
    example: '2 dates, 1 review',
  })
  readonly unread!: string | null;

  @Shown({ type: () => ProbedReviewShown, list: true, description: 'The first five of them.' })
  readonly reviews!: readonly ProbedReviewShown[];

  @Shown({ type: 'integer', description: 'Requests that were sent; 0 if the visit failed.' })
  readonly requests!: number;

  @Shown({ type: 'integer', description: 'Duration in milliseconds.' })
  readonly duration_ms!: number;

  @Shown({ type: 'string', nullable: true, description: 'Why the visit failed; null if it succeeded.', example: null })
  readonly error!: string | null;
}

@ApiSchema({ description: 'A mail that was queued.' })
export class TestMailShown {
  @Shown({
    type: 'string',
    list: true,
    description: 'The addresses of the operators.',
    example: ['operator@example.com'],
  })
  readonly recipients!: readonly string[];
}

export const presentCheck = ({ name, ok, detail, remedy }: Finding): CheckShown => ({
  name,
  ok,
  found: detail,
  remedy,
});
