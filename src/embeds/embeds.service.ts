import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { invalid } from '@libs/http';
import { AppError, notFound } from '@libs/kernel';
import { AuditTrail } from '@src/audit';
import { CoverageService } from '@src/reviews';
import { SourceCatalogue } from '@src/sources';
import { DEFAULT_OPTIONS, EMBEDS_AT_MOST, type Embed, type EmbedOptions, type EmbedScope } from './domain/embed';
import { makeToken } from './domain/token';
import { EmbedAnswers } from './embed-answers.service';
import { EmbedStore } from './persistence/embed.store';

/** The embeds of an account (contract §4.23). `EmbedAnswers` answers the public requests. */
@Injectable()
export class EmbedsService {
  constructor(
    private readonly database: Database,
    private readonly store: EmbedStore,
    private readonly coverages: CoverageService,
    private readonly sources: SourceCatalogue,
    private readonly answers: EmbedAnswers,
    private readonly trail: AuditTrail,
  ) {}

  /** Throws 404 for an object or folder of another account, 422 for an unknown platform, and `conflict` for a hundred embeds. */
  async create(accountId: number, scope: EmbedScope, options: Partial<EmbedOptions>): Promise<Embed> {
    this.assertSources(options.sourceIds);
    return this.database.transaction(async () => {
      if ((await this.store.lockAndCount(accountId)) >= EMBEDS_AT_MOST)
        throw new AppError('conflict', `An account has at most ${EMBEDS_AT_MOST} embeds; delete one`);
      await this.coverages.resolve(accountId, scope);
      const embed = await this.store.insert(accountId, scope, makeToken(), { ...DEFAULT_OPTIONS, ...options });
      await this.trail.record({ action: 'embed.created', accountId, target: targetOf(embed), after: factsOf(embed) });
      return embed;
    });
  }

  /** Oldest first; without those of deleted objects. */
  list(accountId: number): Promise<readonly Embed[]> {
    return this.store.all(accountId);
  }

  /** Changes the given options. Throws 404 if the account has no such embed, and 422 for an unknown platform. */
  async change(accountId: number, id: number, options: Partial<EmbedOptions>): Promise<Embed> {
    this.assertSources(options.sourceIds);
    return this.database.transaction(async () => {
      const before = existing(await this.store.findLocked(accountId, id));
      const after = await this.store.update(accountId, id, { ...before.options, ...options });
      await this.trail.record({
        action: 'embed.changed',
        accountId,
        target: targetOf(after),
        before: factsOf(before),
        after: factsOf(after),
      });
      this.database.afterCommit('answers of an embed', () => this.answers.forget(after.token));
      return after;
    });
  }

  /** Revokes an embed: its token is 404 from now on. Throws 404 if the account has no such embed. */
  async remove(accountId: number, id: number): Promise<void> {
    await this.database.transaction(async () => {
      const embed = existing(await this.store.remove(accountId, id));
      await this.trail.record({ action: 'embed.removed', accountId, target: targetOf(embed), before: factsOf(embed) });
      this.database.afterCommit('answers of an embed', () => this.answers.forget(embed.token));
    });
  }

  private assertSources(sourceIds: readonly number[] = []): void {
    const unknown = sourceIds.find((id) => this.sources.byId(id) === undefined);
    if (unknown !== undefined)
      throw invalid('options.source_ids', `must name platforms of GET /v3/sources only, not ${unknown}`);
  }
}

function existing(embed: Embed | null): Embed {
  if (embed === null) throw notFound();
  return embed;
}

const targetOf = ({ id }: Embed) => ({ type: 'embed', id }) as const;

const factsOf = ({ scope, options }: Embed) => ({
  ...(scope.kind === 'object' ? { object_id: scope.objectId } : { folder_id: scope.folderId }),
  min_rating: options.minRating,
  source_ids: [...options.sourceIds],
  limit: options.limit,
});
