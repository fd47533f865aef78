import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { EgressError, GuardedClient, type EgressResponse } from '@libs/egress';
import { AppError, FairSlots, notFound, parsedUrl } from '@libs/kernel';
import { rasterType } from './domain/raster';

export interface Photo {
  readonly type: string;
  readonly bytes: Buffer;
}

const MAX_BYTES = 5 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 2;
/** Photos that are fetched at the same time in this process: together at most 40 MiB. */
const AT_ONCE = 8;
/** Photos of one account at the same time, so that slow platforms of one account leave places to the others. */
const PER_ACCOUNT = 6;
/** Requests of an account that wait for their turn, and for how long. */
const MAX_WAITING = 64;
const WAIT_MS = 20_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches photos of reviews for a browser of the console, so that the platforms do not see who reads. Accounts take turns: each place that
 * becomes free goes to the waiting account with the fewest.
 */
@Injectable()
export class PhotosService implements OnApplicationShutdown {
  private readonly client: GuardedClient;
  private readonly places = new FairSlots(
    AT_ONCE,
    { contendedMs: WAIT_MS, aloneMs: WAIT_MS, ownMs: WAIT_MS, mostPerParty: PER_ACCOUNT },
    tooMany,
  );
  /** The number of requests that wait, by account. */
  private readonly waiting = new Map<number, number>();

  constructor(@Inject(CONFIG) config: Config) {
    this.client = new GuardedClient({
      exemptOrigins: Object.values(config.HREV_SOURCE_ORIGINS),
      allowPrivate: config.HREV_ALLOW_PRIVATE_TARGETS,
    });
  }

  /**
   * The picture at an address of a platform, at most 5 MiB. Throws 404 where the address gives no raster picture or is not allowed, and
   * `service_unavailable` where too many photos of the account are being fetched.
   */
  async fetch(accountId: number, address: string, signal: AbortSignal): Promise<Photo> {
    await this.enter(accountId);
    try {
      if (signal.aborted) throw notFound();
      return await this.read(address, signal);
    } finally {
      this.places.leave(accountId);
    }
  }

  onApplicationShutdown(): void {
    this.client.close();
  }

  private async read(address: string, signal: AbortSignal): Promise<Photo> {
    const endsAt = performance.now() + TIMEOUT_MS;
    let next = address;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const response = await this.request(next, endsAt - performance.now(), signal);
      if (!REDIRECTS.has(response.status)) return photoOf(response);
      const target = redirectTarget(response, next);
      if (target === null) break;
      next = target;
    }
    throw noPhoto();
  }

  private async request(address: string, timeoutMs: number, signal: AbortSignal): Promise<EgressResponse> {
    if (timeoutMs <= 0) throw noPhoto();
    try {
      return await this.client.request(address, {
        source: 'photos',
        headers: { Accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif' },
        timeoutMs,
        maxBytes: MAX_BYTES,
        signal,
      });
    } catch (error) {
      if (error instanceof EgressError) throw noPhoto();
      throw error;
    }
  }

  private async enter(accountId: number): Promise<void> {
    const waiting = this.waiting.get(accountId) ?? 0;
    if (waiting >= MAX_WAITING) throw tooMany();
    const turn = this.places.enter(accountId);
    if (turn === undefined) return;
    this.waiting.set(accountId, waiting + 1);
    try {
      await turn;
    } finally {
      const others = (this.waiting.get(accountId) ?? 1) - 1;
      if (others > 0) this.waiting.set(accountId, others);
      else this.waiting.delete(accountId);
    }
  }
}

const tooMany = (): AppError =>
  new AppError('service_unavailable', 'Too many photos are being fetched', { 'Retry-After': '2' });
const noPhoto = (): AppError => new AppError('not_found', 'The platform does not give this photo');

function photoOf({ status, body }: EgressResponse): Photo {
  const type = status === 200 ? rasterType(body) : null;
  if (type === null) throw noPhoto();
  return { type, bytes: body };
}

function redirectTarget({ headers }: EgressResponse, from: string): string | null {
  const location = headers['location'];
  return location === undefined ? null : (parsedUrl(location, from)?.href ?? null);
}
