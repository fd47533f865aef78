import { Inject, Injectable, Optional } from '@nestjs/common';
import { notFound, type PageRequest, type Selection } from '@libs/kernel';
import { KeysService, SessionAccess } from '@src/auth';
import { CoverageService } from '@src/reviews';
import type { ProposalState } from './domain/proposal';
import { ProposalListQuery, type ListedProposal } from './persistence/proposal-list.query';

/** A proposal with the names of those who made and decided it. */
export interface NamedProposal extends ListedProposal {
  /** Name of the key or the person; null if the key has none, or the person is gone. */
  readonly proposedBy: string | null;
  readonly closedBy: string | null;
}

export interface ProposalListRequest {
  readonly selection: Selection;
  readonly states: readonly ProposalState[];
  readonly reviewIds: readonly number[] | null;
}

/** Lists the proposals of an account. */
@Injectable()
export class ProposalReadingService {
  constructor(
    private readonly listed: ProposalListQuery,
    private readonly coverages: CoverageService,
    private readonly keys: KeysService,
    @Optional() @Inject(SessionAccess) private readonly persons: SessionAccess | null = null,
  ) {}

  /** A page of proposals, the latest first. Throws 404 if the account has no such object or folder. */
  async page(
    accountId: number,
    { selection, states, reviewIds }: ProposalListRequest,
    page: PageRequest,
  ): Promise<{ readonly items: readonly NamedProposal[]; readonly total: number }> {
    const objectIds =
      selection.kind === 'account' ? null : (await this.coverages.resolve(accountId, selection)).composition.objectIds;
    const { items, total } = await this.listed.page(accountId, { states, reviewIds, objectIds }, page);
    return { items: await this.named(accountId, items), total };
  }

  /** Throws 404 if the account has no such proposal. */
  async single(accountId: number, id: number): Promise<NamedProposal> {
    const proposal = await this.listed.single(accountId, id);
    if (proposal === null) throw notFound();
    const [named] = await this.named(accountId, [proposal]);
    if (named === undefined) throw new Error('a proposal was lost');
    return named;
  }

  private async named(accountId: number, proposals: readonly ListedProposal[]): Promise<readonly NamedProposal[]> {
    const keyIds = idsOf(proposals, ({ proposedByKey, closedByKey }) => [proposedByKey, closedByKey]);
    const personIds = idsOf(proposals, ({ proposedByPerson, closedByPerson }) => [proposedByPerson, closedByPerson]);
    const keys = keyIds.length === 0 ? NO_NAMES : await this.keys.names(accountId, keyIds);
    const persons = personIds.length === 0 || this.persons === null ? NO_NAMES : await this.persons.names(personIds);
    const nameOf = (key: number | null, person: number | null): string | null =>
      (key === null ? persons.get(person ?? 0) : keys.get(key)) ?? null;
    return proposals.map((proposal) => ({
      ...proposal,
      proposedBy: nameOf(proposal.proposedByKey, proposal.proposedByPerson),
      closedBy: nameOf(proposal.closedByKey, proposal.closedByPerson),
    }));
  }
}

const NO_NAMES: ReadonlyMap<number, string> = new Map();

function idsOf(
  proposals: readonly ListedProposal[],
  ids: (proposal: ListedProposal) => readonly (number | null)[],
): readonly number[] {
  return [...new Set(proposals.flatMap(ids).filter((id) => id !== null))];
}
