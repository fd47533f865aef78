import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { GuardedClient } from '@libs/egress';
import { PublishHttpTools, type Credentials, type PlatformSource, type PublishTools } from '@libs/sources';
import packageJson from '../../package.json';

/** Settings of a call to a publisher. */
export interface CallSettings {
  readonly credentials: Credentials;
  saveCredentials(changed: Credentials): Promise<void>;
  /** The time of the database clock. */
  readonly now: Date;
  /** Throws if the platform must not be changed; called in the same tick in which a writing request is sent. */
  readonly beforeWrite: () => void;
  readonly signal: AbortSignal;
}

/**
 * Creates the tools of a publisher: the guarded HTTP client, with the operator's replacement origin for the source, if any. The delay
 * between requests of visits does not apply: a publication is one request of a user, usually to another host.
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
