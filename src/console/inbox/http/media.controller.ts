import { createHash } from 'node:crypto';
import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IdParam, Input, NO_VERSION, QueryEnum, QueryId } from '@libs/http';
import { notFound } from '@libs/kernel';
import { ReviewFeedService, type ReviewImage } from '@src/reviews';
import type { Request, Response } from 'express';
import fresh from 'fresh';
import { CurrentMember, Member, type Membership } from '../../identity';
import { PhotosService } from '../photos.service';

const DAY_MS = 86_400_000;
/** A browser keeps photos, and asks for each use whether the session may still see them. */
const CACHING = 'private, no-cache';

class MediaParameters extends Input({
  account_id: QueryId({ description: 'The account.' }),
  size: QueryEnum({ description: 'The small version, or the full one.', values: ['preview', 'full'], default: 'full' }),
}) {}

/** The photos of reviews, fetched by the service. */
@ApiTags('Inbox')
@Controller({ path: 'console/api/media', version: NO_VERSION })
export class MediaController {
  constructor(
    private readonly reviews: ReviewFeedService,
    private readonly photos: PhotosService,
  ) {}

  @Get(':review_id/:n')
  @Member({
    leastRole: 'viewer',
    accountIn: 'query',
    name: 'getPhoto',
    summary: 'A photo of a review',
    description:
      'The photos of a review count from 1. At most 5 MiB: JPEG, PNG, GIF, WebP or AVIF. Honors `If-None-Match`; a tag is valid until the end of the day (UTC).',
    media: ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'],
    errors: ['not_found'],
  })
  async get(
    @CurrentMember() { accountId, caller }: Membership,
    @IdParam('review_id') reviewId: number,
    @IdParam('n', 'Place of the photo, from 1.') place: number,
    @Query() { size }: MediaParameters,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const images = await this.imagesOf(caller, reviewId);
    const address = addressOf(images[place - 1], size);
    if (address === null) throw notFound();
    const tag = tagOf(address);
    if (fresh({ 'if-none-match': request.headers['if-none-match'] }, { etag: tag })) {
      response.writeHead(304, { ETag: tag, 'Cache-Control': CACHING }).end();
      return;
    }
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const { type, bytes } = await this.photos.fetch(accountId, address, gone.signal);
    response.writeHead(200, {
      'Content-Type': type,
      'Content-Length': bytes.length,
      ETag: tag,
      'Cache-Control': CACHING,
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    });
    response.end(bytes);
  }

  private async imagesOf(caller: Membership['caller'], reviewId: number): Promise<readonly ReviewImage[]> {
    const format = { version: 'v3', includeRaw: false, separatePosNeg: false } as const;
    const json = await this.reviews.single(caller, reviewId, format, { deleted: true, hidden: true });
    return (JSON.parse(json) as { readonly images: readonly ReviewImage[] }).images;
  }
}

function addressOf(image: ReviewImage | undefined, size: MediaParameters['size']): string | null {
  if (image === undefined) return null;
  const [first, second] = size === 'preview' ? [image.preview, image.image] : [image.image, image.preview];
  return first ?? second ?? null;
}

/** The tag of a photo for today: the platform is asked once a day and browser. */
function tagOf(address: string): string {
  const day = Math.floor(Date.now() / DAY_MS);
  return `"${createHash('sha256').update(`${day} ${address}`).digest('base64url').slice(0, 22)}"`;
}
