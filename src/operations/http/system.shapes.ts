import { ApiSchema } from '@nestjs/swagger';
import { BodyText, Input, Shape } from '@libs/http';
import type { Finding } from '../checks/examine';

@ApiSchema({ description: 'The result of one check of the installation.' })
export class CheckShown extends Shape({
  name: { type: 'string', description: 'Name of the check.', example: 'browser' },
  ok: { type: 'boolean', description: 'Whether the check passed.', example: true },
  found: { type: 'string', description: 'What was found.', example: 'Chromium 141 starts' },
  warning: {
    type: 'string',
    nullable: true,
    description:
      'What to know although the check passed, such as a version with a known fault; null if there is nothing.',
    example: null,
  },
  remedy: {
    type: 'string',
    nullable: true,
    description: 'What to do; null if the check passed without a warning.',
    example: null,
  },
}) {}

@ApiSchema({ description: 'Facts for the report of a problem, without secrets and without reviews.' })
export class BundleShown extends Shape({
  generated_at: { type: 'date-time', description: 'When it was made.' },
  version: { type: 'string', description: 'Version of hrev.', example: '0.1.0' },
  node: { type: 'string', description: 'Version of Node.', example: 'v22.12.0' },
  platform: { type: 'string', description: 'System and processor.', example: 'linux x64' },
  settings: { type: 'object', description: 'The settings; `set` in place of texts that may be secret.' },
  checks: { type: 'object', list: true, description: 'The checks.' },
  processes: { type: 'object', list: true, description: 'The processes.' },
  queues: { type: 'object', list: true, description: 'The queues.' },
  totals: { type: 'object', description: 'Figures over all sources.' },
  sources: { type: 'object', list: true, description: 'The sources.' },
  events: { type: 'object', description: 'Events by source.' },
}) {}

@ApiSchema({ description: 'An address to probe.' })
export class ProbeBody extends Input({
  url: BodyText({
    description: 'Address of a page on a platform.',
    min: 1,
    max: 2048,
    format: 'uri',
    example: 'https://www.trustpilot.com/review/example.com',
  }),
}) {}

@ApiSchema({ description: 'A review on a probed page.' })
export class ProbedReviewShown extends Shape({
  external_review_id: { type: 'string', nullable: true, description: "The platform's id of the review." },
  author: { type: 'string', nullable: true, description: 'The author, masked as it would be stored.' },
  rating: { type: 'number', nullable: true, description: '1 to 5; null without a numeric rating.' },
  review_date: { type: 'local-date-time', nullable: true, description: "In the platform's time." },
  text: { type: 'string', nullable: true, description: 'The text.' },
  reply_text: { type: 'string', nullable: true, description: 'The reply.' },
}) {}

@ApiSchema({ description: 'The first page of an address, as a collection would read it. Nothing is stored.' })
export class ProbeShown extends Shape({
  source: {
    type: 'string',
    nullable: true,
    description: 'The source; null if the address belongs to none.',
    example: 'trustpilot',
  },
  source_name: { type: 'string', nullable: true, description: 'Name of the source.', example: 'Trustpilot' },
  url: { type: 'string', description: 'Canonical address.', example: 'https://www.trustpilot.com/review/example.com' },
  name: { type: 'string', nullable: true, description: 'Name of the object.' },
  platform_review_count: { type: 'integer', nullable: true, description: 'How many reviews the platform states.' },
  reviews_on_first_page: { type: 'integer', description: 'Reviews on the first page.' },
  unread: {
    type: 'string',
    nullable: true,
    description: 'What the page shows and could not be read, by part; null if everything was read.',
    example: '2 dates, 1 review',
  },
  reviews: { type: () => ProbedReviewShown, list: true, description: 'The first five of them.' },
  requests: { type: 'integer', description: 'Requests that were sent; 0 if the visit failed.' },
  duration_ms: { type: 'integer', description: 'Duration in milliseconds.' },
  error: { type: 'string', nullable: true, description: 'Why the visit failed; null if it succeeded.', example: null },
}) {}

@ApiSchema({ description: 'A mail that was queued.' })
export class TestMailShown extends Shape({
  recipients: {
    type: 'string',
    list: true,
    description: 'The addresses of the operators.',
    example: ['operator@example.com'],
  },
}) {}

export const presentCheck = ({ name, ok, detail, warning, remedy }: Finding): CheckShown => ({
  name,
  ok,
  found: detail,
  warning,
  remedy,
});
