import { Body, Controller, Post } from '@nestjs/common';
import { ApiSchema, ApiTags } from '@nestjs/swagger';
import { Endpoint, Shape, V3 } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import { PreviewBody, selectionOf } from '../../../http/webhook.shapes';
import { PreviewService } from '../../preview.service';

@ApiSchema({ description: 'Reviews of one rating, of the last seven days.' })
export class WebhookPreviewRating extends Shape({
  rating: {
    type: 'integer',
    description: 'The bucket as in `allowed_ratings`: 1-5, and 0 without a rating.',
    example: 0,
  },
  sent: { type: 'integer', description: 'Reviews that the webhook would have received.', example: 0 },
  left_out: { type: 'integer', description: 'Reviews that its objects or filters leave out.', example: 12 },
}) {}

@ApiSchema({ description: 'Reviews that were collected for the first time in the last seven days.' })
export class WebhookPreviewWeek extends Shape({
  ratings: { type: () => WebhookPreviewRating, list: true, description: 'One entry for each of 5, 4, 3, 2, 1, 0.' },
  truncated: {
    type: 'boolean',
    description: 'true: the week has more reviews. The newest 2,000 of the account were judged.',
  },
}) {}

@ApiSchema({ description: 'How many recent reviews a webhook would receive.' })
export class WebhookPreview extends Shape({
  matched: { type: 'integer', description: 'Reviews that the webhook would receive.', example: 37 },
  of: {
    type: 'integer',
    description: 'Reviews that were judged: the newest 100, or fewer if the account has fewer or may see fewer.',
    example: 100,
  },
  week: { type: () => WebhookPreviewWeek, description: 'What the webhook would have received in the last seven days.' },
  sample_body: {
    type: 'string',
    description: 'The body of a test event of the first event type in `format`, as text: sample data.',
    example: '{"schema_version":"3","event":"reviews.new",…}',
  },
  unknown_sources: {
    type: 'string',
    list: true,
    description: 'Names in `allowed_sources` that no platform of `GET /v3/sources` has, in lower case.',
    example: ['trust-pilot'],
  },
}) {}

/** Settings of a webhook, judged on recent reviews (contract §4.11): v3 only. */
@ApiTags('Webhooks')
@Controller({ path: 'webhooks/preview', version: V3 })
export class PreviewController {
  constructor(private readonly previews: PreviewService) {}

  @Post()
  @Endpoint({
    name: 'previewWebhook',
    summary: 'Judge the newest reviews by the settings of a webhook',
    description:
      'Judges the newest 100 reviews of the account as an event about them would; with `replies.new` alone, the newest 100 with a reply. `week` counts the reviews that were collected for the first time in the last seven days, by rating. `scrape.run.finished` has no reviews: with it alone, none is judged. `sample_body` shows what a delivery looks like in `format`. Stores and sends nothing. An object of another account causes 404.',
    response: WebhookPreview,
    access: 'write',
    errors: ['not_found'],
  })
  async preview(@CurrentCaller() { accountId }: Caller, @Body() body: PreviewBody): Promise<WebhookPreview> {
    const { event_types: eventTypes, format = 'hrev' } = body;
    const result = await this.previews.preview(accountId, selectionOf(body), eventTypes, format);
    return {
      matched: result.matched,
      of: result.of,
      week: {
        ratings: result.week.map(({ bucket, sent, leftOut }) => ({ rating: bucket, sent, left_out: leftOut })),
        truncated: result.isWeekCut,
      },
      sample_body: result.sampleBody,
      unknown_sources: result.unknownSources,
    };
  }
}
