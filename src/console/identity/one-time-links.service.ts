import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { AppError, notFound } from '@libs/kernel';
import { digestOfToken, newToken } from './domain/token';
import { ConsoleTokenStore, type StoredToken, type TokenPurpose } from './persistence/console-token.store';
import { PersonStore } from './persistence/person.store';

const VALID_HOURS = { setup: 1, reset: 1, join: 7 * 24 } as const;

/** A new link. `path` contains its token and is returned only once. */
export interface NewLink {
  readonly id: number;
  readonly path: string;
}

/** Links that are used once: to set up an account, to join one, and to choose a new password. */
@Injectable()
export class OneTimeLinks {
  constructor(
    private readonly database: Database,
    private readonly tokens: ConsoleTokenStore,
    private readonly persons: PersonStore,
  ) {}

  /**
   * Makes a link and returns its path below the public address. The token is in the fragment, which no server log contains. A link of an
   * operator replaces the earlier ones for the same purpose. A link that was requested by mail replaces none: otherwise an unknown client
   * could keep a person from every link.
   */
  async make(purpose: TokenPurpose): Promise<string> {
    return (await this.issue(purpose)).path;
  }

  /** As `make`, with the id of the link. */
  async issue(purpose: TokenPurpose): Promise<NewLink> {
    const { token, digest } = newToken();
    const id = await this.database.transaction(async () => {
      if (purpose.kind === 'setup') await this.tokens.revokeSetup();
      if (purpose.kind === 'reset' && purpose.isRequested !== true)
        await this.tokens.revokeResets(purpose.personId, 'all');
      return this.tokens.insert(digest, purpose, VALID_HOURS[purpose.kind]);
    });
    return { id, path: `/console/${purpose.kind}#${token}` };
  }

  /** A link to set up the installation, as long as no person exists; otherwise null. */
  async firstSetup(): Promise<string | null> {
    return (await this.persons.any()) ? null : this.make({ kind: 'setup' });
  }

  /** What a token is for. Throws 404 if it is unknown or expired, and `link_used` if it was used, or replaced by a newer link. */
  async find(token: string): Promise<StoredToken> {
    const digest = digestOf(token);
    return (await this.tokens.find(digest)) ?? this.refuse(digest);
  }

  /** Uses a token in the ambient transaction. Throws 404 if it is unknown, expired or of another kind, and `link_used` as `find`. */
  async use(token: string, kind: StoredToken['kind']): Promise<StoredToken> {
    const digest = digestOf(token);
    const used = (await this.tokens.use(digest)) ?? (await this.refuse(digest));
    if (used.kind !== kind) throw notFound();
    return used;
  }

  private async refuse(digest: Buffer): Promise<never> {
    if (await this.tokens.wasUsed(digest))
      throw new AppError('link_used', 'This link was used already, or a newer one has replaced it');
    throw notFound();
  }
}

const digestOf = (token: string): Buffer => digestOfToken(token) ?? Buffer.alloc(32);
