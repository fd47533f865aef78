import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { GuardedClient } from '@libs/egress';
import { PublishHttpTools, type Credentials, type PlatformSource, type PublishTools } from '@libs/sources';
import packageJson from '../../package.json';

/** Settings of a call to a publisher. */
export interface CallSettings {
  readonly credentials: Credentials;
  saveCredentials(changed: Credentials): Promise<void>;
  /** By the database's clock. */
  readonly now: Date;
  /** Throws where nothing may be changed on the platform; called in the tick in which a writing request is sent. */
  readonly beforeWrite: () => void;
  readonly signal: AbortSignal;
}

/**
 * Creates the tools of a publisher: the guarded HTTP client, and the operator's replacement origin for the source, if any. A
 * publication is not subject to the pace of the source's visits: it is one request that a person caused, usually to another host.
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
