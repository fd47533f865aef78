import { Body, Controller, Post } from '@nestjs/common';
import { ApiSchema, ApiTags } from '@nestjs/swagger';
import { Endpoint, Shown, V3 } from '@libs/http';
import { CurrentCaller, type Caller } from '@src/auth';
import { PreviewBody, selectionOf } from '../../../http/webhook.dto';
import { PreviewService } from '../../preview.service';

@ApiSchema({ description: 'How many recent reviews a webhook would receive.' })
export class WebhookPreview {
  @Shown({ type: 'integer', description: 'Reviews that the webhook would receive.', example: 37 })
  readonly matched!: number;

  @Shown({
    type: 'integer',
    description: 'Reviews that were judged: the newest 100, or fewer if the account has fewer or may see fewer.',
    example: 100,
  })
  readonly of!: number;

  @Shown({
    type: 'string',
    list: true,
    description: 'Names in `allowed_sources` that no platform of `GET /v3/sources` has, in lower case.',
    example: ['trust-pilot'],
  })
  readonly unknown_sources!: readonly string[];
}

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
      'Judges the newest 100 reviews of the account as an event about them would; with `replies.new` alone, the newest 100 with a reply. `scrape.run.finished` has no reviews: with it alone, none is judged. Stores and sends nothing. An object of another account causes 404.',
    response: WebhookPreview,
    access: 'write',
    errors: ['not_found'],
  })
  async preview(@CurrentCaller() { accountId }: Caller, @Body() body: PreviewBody): Promise<WebhookPreview> {
    const result = await this.previews.preview(accountId, selectionOf(body), body.event_types);
    return { matched: result.matched, of: result.of, unknown_sources: result.unknownSources };
  }
}
