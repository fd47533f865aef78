import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { EgressError, GuardedClient, type EgressResponse } from '@libs/egress';
import { AppError, notFound, parsedUrl } from '@libs/kernel';
import { rasterType } from './raster';

export interface Photo {
  readonly type: string;
  readonly bytes: Buffer;
}

const MAX_BYTES = 5 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 2;
/** Photos that are fetched at the same time in this process: together at most 40 MiB. */
const AT_ONCE = 8;
/** Requests that wait for their turn. */
const MAX_WAITING = 64;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Fetches photos of reviews for a browser of the console, so that the platforms do not see who reads. */
@Injectable()
export class PhotosService implements OnApplicationShutdown {
  private readonly client: GuardedClient;
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(@Inject(CONFIG) config: Config) {
    this.client = new GuardedClient({
      exemptOrigins: Object.values(config.HREV_SOURCE_ORIGINS),
      allowPrivate: config.HREV_ALLOW_PRIVATE_TARGETS,
    });
  }

  /**
   * The picture at an address of a platform, at most 5 MiB. Throws 404 where the address gives no raster picture or is not allowed, and
   * `service_unavailable` where too many photos are being fetched.
   */
  async fetch(address: string, signal: AbortSignal): Promise<Photo> {
    await this.enter();
    try {
      if (signal.aborted) throw notFound();
      return await this.read(address, signal);
    } finally {
      this.leave();
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

  private async enter(): Promise<void> {
    if (this.running < AT_ONCE) {
      this.running += 1;
      return;
    }
    if (this.waiting.length >= MAX_WAITING)
      throw new AppError('service_unavailable', 'Too many photos are being fetched', { 'Retry-After': '2' });
    // The place is handed over, so `running` does not change.
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  private leave(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.running -= 1;
    else next();
  }
}

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
