import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { notFound } from '@libs/kernel';
import { digestOfToken, newToken } from '../domain/token';
import { ConsoleTokenStore, type StoredToken, type TokenPurpose } from './console-token.store';
import { PersonStore } from './person.store';

const VALID_HOURS = { setup: 1, reset: 1, join: 7 * 24 } as const;

/** Links that are used once: to set up an account, to join one, and to choose a new password. */
@Injectable()
export class LinksOfConsole {
  constructor(
    private readonly database: Database,
    private readonly tokens: ConsoleTokenStore,
    private readonly persons: PersonStore,
  ) {}

  /** Makes a link and returns its path below the public address. The token is in the fragment, which no server log contains. */
  async make(purpose: TokenPurpose): Promise<string> {
    const token = newToken();
    await this.database.transaction(async () => {
      if (purpose.kind === 'setup') await this.tokens.revokeSetup();
      if (purpose.kind === 'reset') await this.tokens.revokeResets(purpose.personId);
      await this.tokens.insert(digestOf(token), purpose, VALID_HOURS[purpose.kind]);
    });
    return `/console/${purpose.kind}#${token}`;
  }

  /** A link to set up the installation, as long as no person exists; otherwise null. */
  async firstSetup(): Promise<string | null> {
    return (await this.persons.any()) ? null : this.make({ kind: 'setup' });
  }

  /** What a token is for. Throws 404 if it is unknown, used or expired. */
  async find(token: string): Promise<StoredToken> {
    return found(await this.tokens.find(digestOf(token)));
  }

  /** Uses a token in the ambient transaction. Throws 404 if it is unknown, used, expired or of another kind. */
  async use(token: string, kind: StoredToken['kind']): Promise<StoredToken> {
    const used = found(await this.tokens.use(digestOf(token)));
    if (used.kind !== kind) throw notFound();
    return used;
  }
}

const digestOf = (token: string): Buffer => digestOfToken(token) ?? Buffer.alloc(32);

function found(token: StoredToken | null): StoredToken {
  if (token === null) throw notFound();
  return token;
}
