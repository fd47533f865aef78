import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { invalid } from '@libs/http';
import { AppError, notFound } from '@libs/kernel';
import { AuditTrail, type Facts } from '@src/audit';
import { SourceCatalogue } from '@src/sources';
import { TemplateStore, type NewTemplate, type ReplyTemplate } from './persistence/template.store';

const MOST = 200;

/** Templates of replies of an account. */
@Injectable()
export class TemplatesService {
  constructor(
    private readonly database: Database,
    private readonly templates: TemplateStore,
    private readonly sources: SourceCatalogue,
    private readonly trail: AuditTrail,
  ) {}

  async list(accountId: number): Promise<readonly ReplyTemplate[]> {
    return this.templates.list(accountId);
  }

  /** Throws `validation_error` for an unknown platform, and `conflict` above 200 templates. */
  async add(accountId: number, template: NewTemplate): Promise<ReplyTemplate> {
    this.checkSources(template.sourceIds);
    return this.database.transaction(async () => {
      await this.templates.lock(accountId);
      if ((await this.templates.list(accountId)).length >= MOST)
        throw new AppError('conflict', `An account has at most ${MOST} templates; delete one first`);
      const added = await this.templates.insert(accountId, template);
      const target = { type: 'template', id: added.id } as const;
      await this.trail.recordOfPerson({ action: 'template.created', accountId, target, after: factsOf(added) });
      return added;
    });
  }

  /** Changes the fields that are given. Throws 404 if the account has no such template. */
  async change(accountId: number, id: number, change: Partial<NewTemplate>): Promise<ReplyTemplate> {
    this.checkSources(change.sourceIds ?? []);
    return this.database.transaction(async () => {
      await this.templates.lock(accountId);
      const before = await this.find(accountId, id);
      const { name = before.name, text = before.text, sourceIds = before.sourceIds } = change;
      const changed = await this.templates.update(accountId, { id, name, text, sourceIds });
      if (changed === null) throw notFound();
      await this.trail.recordOfPerson({
        action: 'template.changed',
        accountId,
        target: { type: 'template', id },
        before: factsOf(before),
        after: factsOf(changed),
      });
      return changed;
    });
  }

  /** Throws 404 if the account has no such template. */
  async remove(accountId: number, id: number): Promise<void> {
    await this.database.transaction(async () => {
      await this.templates.lock(accountId);
      const before = await this.find(accountId, id);
      if (!(await this.templates.remove(accountId, id))) throw notFound();
      const target = { type: 'template', id } as const;
      await this.trail.recordOfPerson({ action: 'template.removed', accountId, target, before: factsOf(before) });
    });
  }

  private async find(accountId: number, id: number): Promise<ReplyTemplate> {
    const template = (await this.templates.list(accountId)).find((one) => one.id === id);
    if (template === undefined) throw notFound();
    return template;
  }

  private checkSources(ids: readonly number[]): void {
    if (ids.some((id) => this.sources.byId(id) === undefined))
      throw invalid('source_ids', 'must hold ids of platforms');
  }
}

const factsOf = ({ name, text, sourceIds }: ReplyTemplate): Facts => ({ name, text, source_ids: sourceIds });
