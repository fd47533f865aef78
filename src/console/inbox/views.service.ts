import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { AppError, notFound } from '@libs/kernel';
import { AuditTrail, type Facts } from '@src/audit';
import type { Role } from '../identity';
import { ViewStore, type NewView, type View, type ViewChange, type ViewReader } from './persistence/view.store';

const MOST = 50;

/** A person in an account, with the role that decides whether they share. */
interface ViewMember extends ViewReader {
  readonly role: Role;
}

/** Saved views: each person has their own, and members share some with the account. */
@Injectable()
export class ViewsService {
  constructor(
    private readonly database: Database,
    private readonly views: ViewStore,
    private readonly trail: AuditTrail,
  ) {}

  async list(member: ViewMember): Promise<readonly View[]> {
    return this.views.list(member);
  }

  /** Throws `forbidden` where a viewer shares a view, and `conflict` above 50 views that the person sees. */
  async add(member: ViewMember, view: NewView): Promise<View> {
    if (view.shared) requireMember(member);
    return this.database.transaction(async () => {
      await this.views.lock(member);
      if ((await this.views.list(member)).length >= MOST)
        throw new AppError('conflict', `There are at most ${MOST} views; delete one first`);
      const added = await this.views.insert(member, view);
      if (added.shared) await this.record('view.shared', member, { view: added, after: factsOf(added) });
      return added;
    });
  }

  /** Throws 404 for a view that the person does not see, and `forbidden` where a viewer changes a shared one. */
  async change(member: ViewMember, id: number, change: ViewChange): Promise<View> {
    return this.database.transaction(async () => {
      await this.views.lock(member);
      const view = await this.requireOwn(member, id);
      if (change.shared === true) requireMember(member);
      const changed = await this.views.update(member, { ...view, ...change });
      if (changed === null) throw notFound();
      await this.recordChange(member, view, changed);
      return changed;
    });
  }

  /** Throws as `change`. */
  async remove(member: ViewMember, id: number): Promise<void> {
    await this.database.transaction(async () => {
      await this.views.lock(member);
      const view = await this.requireOwn(member, id);
      if (!(await this.views.remove(member, id))) throw notFound();
      if (view.shared) await this.record('view.removed', member, { view, before: factsOf(view) });
    });
  }

  /** Only shared views are recorded: the others belong to one person. */
  private async recordChange(member: ViewMember, view: View, changed: View): Promise<void> {
    const [before, after] = [factsOf(view), factsOf(changed)];
    if (view.shared && !changed.shared) await this.record('view.removed', member, { view, before });
    else if (!view.shared && changed.shared) await this.record('view.shared', member, { view, after });
    else if (changed.shared) await this.record('view.changed', member, { view, before, after });
  }

  private record(
    action: 'view.shared' | 'view.changed' | 'view.removed',
    { accountId }: ViewMember,
    { view, ...facts }: { readonly view: View; readonly before?: Facts; readonly after?: Facts },
  ): Promise<void> {
    return this.trail.recordOfPerson({ action, accountId, target: { type: 'view', id: view.id }, ...facts });
  }

  private async requireOwn(member: ViewMember, id: number): Promise<View> {
    const view = await this.views.find(member, id);
    if (view === null) throw notFound();
    if (view.shared) requireMember(member);
    return view;
  }
}

function requireMember({ role }: ViewMember): void {
  if (role === 'viewer') throw new AppError('forbidden', 'This needs the role member');
}

const factsOf = ({ name, path, query, position }: View): Facts => ({ name, path, query, position });
