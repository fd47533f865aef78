import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, IdParam, NO_VERSION, QueryEnum, QueryId } from '@libs/http';
import { notFound } from '@libs/kernel';
import { ReviewFeedService, type ReviewImage } from '@src/reviews';
import type { Response } from 'express';
import { CurrentMember, Member, type Membership } from '../../http/member.guard';
import { PhotosService } from '../photos.service';

const DAY_S = 86_400;

class MediaQuery {
  @QueryId({ description: 'The account.' })
  readonly account_id?: number;

  @QueryEnum({ description: 'The small version, or the full one.', values: ['preview', 'full'], default: 'full' })
  readonly size!: 'preview' | 'full';
}

/** The photos of reviews, fetched by the service. */
@ApiTags('Inbox')
@Controller({ path: 'console/api/media', version: NO_VERSION })
export class MediaController {
  constructor(
    private readonly reviews: ReviewFeedService,
    private readonly photos: PhotosService,
  ) {}

  @Get(':review_id/:n')
  @Member({ leastRole: 'viewer', accountIn: 'query' })
  @Endpoint({
    name: 'getPhoto',
    summary: 'A photo of a review',
    description: 'The photos of a review count from 1. At most 5 MiB: JPEG, PNG, GIF, WebP or AVIF.',
    media: ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'],
    access: 'public',
    errors: ['not_found'],
  })
  async photo(
    @CurrentMember() { caller }: Membership,
    @IdParam('review_id') reviewId: number,
    @IdParam('n', 'Place of the photo, from 1.') place: number,
    @Query() { size }: MediaQuery,
    @Res() response: Response,
  ): Promise<void> {
    const images = await this.imagesOf(caller, reviewId);
    const address = addressOf(images[place - 1], size);
    if (address === null) throw notFound();
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const { type, bytes } = await this.photos.fetch(address, gone.signal);
    response.writeHead(200, {
      'Content-Type': type,
      'Content-Length': bytes.length,
      'Cache-Control': `private, max-age=${DAY_S}`,
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

function addressOf(image: ReviewImage | undefined, size: MediaQuery['size']): string | null {
  if (image === undefined) return null;
  const [first, second] = size === 'preview' ? [image.preview, image.image] : [image.image, image.preview];
  return first ?? second ?? null;
}
