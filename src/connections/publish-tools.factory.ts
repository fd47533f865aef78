import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { GuardedClient } from '@libs/egress';
import { PublishHttpTools, type Credentials, type PlatformSource, type PublishTools } from '@libs/sources';
import packageJson from '../../package.json';

/** What a call to a publisher is made with, beside its way out. */
export interface CallSettings {
  readonly credentials: Credentials;
  saveCredentials(changed: Credentials): Promise<void>;
  /** By the database's clock. */
  readonly now: Date;
  /** Throws where nothing may be changed on the platform (any more); called as each writing request leaves. */
  readonly beforeWrite: () => void;
  readonly signal: AbortSignal;
}

/**
 * Puts the tools of a publisher together: the guarded way out and the source's stand-in where the operator named one. A
 * publication waits for no turn of the source's visits: it is one request that a person asked for, mostly to another host.
 */
@Injectable()
export class PublishToolsFactory {
  private readonly client: GuardedClient;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.client = new GuardedClient({
      exemptOrigins: Object.values(config.HREV_SOURCE_ORIGINS),
      allowPrivate: config.HREV_ALLOW_PRIVATE_TARGETS,
    });
  }

  forCall(source: PlatformSource, settings: CallSettings): PublishTools {
    const http = new PublishHttpTools({
      client: this.client,
      source,
      origin: this.config.HREV_SOURCE_ORIGINS[source.facts.slug] ?? null,
      permit: () => Promise.resolve(),
      beforeWrite: () => settings.beforeWrite(),
      signal: settings.signal,
      version: packageJson.version,
    });
    return {
      http,
      credentials: settings.credentials,
      saveCredentials: (changed) => settings.saveCredentials(changed),
      now: settings.now,
      signal: settings.signal,
    };
  }
}
