import { Injectable } from '@nestjs/common';
import { actFor, Database } from '@libs/database';
import { AppError, notFound } from '@libs/kernel';
import { AuditTrail, type Act } from '@src/audit';
import { AccountsService, KeysService, lockAccount } from '@src/auth';
import { MailingService, NoticeInbox } from '@src/notices';
import { passwordProblem, type OwnWords, type PasswordProblem } from './domain/password-rules';
import { ROLES, type Role } from './domain/roles';
import { PasswordHasher } from './password-hasher';
import { FactorStore } from './persistence/factor.store';
import { MemberStore } from './persistence/member.store';
import { SessionStore } from './persistence/session.store';
import { OneTimeLinks } from './one-time-links.service';
import { ConsoleTokenStore } from './persistence/console-token.store';
import { isAddressTaken, PersonStore, type PersonRecord } from './persistence/person.store';
import { PersonTrail } from './person-trail.service';

export interface SetupInput {
  readonly token: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly accountName: string;
}

export interface JoinInput {
  readonly token: string;
  readonly name: string;
  readonly password: string;
}

/** Throws if it is not the password of the person with this address. */
export type PasswordCheck = (email: string, password: string) => Promise<unknown>;

/** An account of a person. */
export interface PersonAccount {
  readonly id: number;
  readonly name: string;
  readonly plan: string;
  readonly status: 'active' | 'suspended';
  readonly role: Role;
  /** Names of owners, at most 5. */
  readonly owners: readonly string[];
  /** Notices that the person has not read, at most 100. */
  readonly unread: number;
  /** Whether it is the demo account of the first start, with invented reviews. */
  readonly isDemo: boolean;
}

const MAX_OWNERS = 5;
const PROBLEMS: Readonly<Record<PasswordProblem, string>> = {
  too_short: 'must have at least 15 characters',
  too_long: 'must have at most 256 characters',
  too_common: 'is too common, or follows a simple pattern',
  contains_own_words: 'must not contain your name, your e-mail address or "hrev"',
};

/** Persons: how they are created, their passwords and their accounts. */
@Injectable()
export class PersonsService {
  constructor(
    private readonly database: Database,
    private readonly persons: PersonStore,
    private readonly links: OneTimeLinks,
    private readonly members: MemberStore,
    private readonly sessions: SessionStore,
    private readonly hasher: PasswordHasher,
    private readonly accounts: AccountsService,
    private readonly keys: KeysService,
    private readonly trail: AuditTrail,
    private readonly mailing: MailingService,
    private readonly notices: NoticeInbox,
    private readonly personTrail: PersonTrail,
    private readonly tokens: ConsoleTokenStore,
    private readonly factors: FactorStore,
  ) {}

  /**
   * Creates the operator of a set-up link. The first one becomes owner of the operator's account of the first start, which has the
   * printed keys, and gives it a name; without such an account, and for every other operator, a new one is created. Every operator
   * may look at the demo account. Returns the id of the person.
   */
  async setUp(input: SetupInput): Promise<number> {
    await this.links.find(input.token);
    const passwordHash = await this.newHash(input.password, input);
    return this.creating(async () => {
      await this.links.use(input.token, 'setup');
      const personId = await this.persons.insert({ ...input, passwordHash, isOperator: true });
      await this.addMember(personId, await this.accountOfOperator(input.accountName), 'owner');
      const demo = await this.accounts.ofFirstStart('demo');
      if (demo !== null) await this.addMember(personId, demo.id, 'viewer');
      return personId;
    });
  }

  private async accountOfOperator(name: string): Promise<number> {
    const first = await this.accounts.ofFirstStart('operator');
    if (first !== null && !(await this.members.hasMembers(first.id)))
      return (await this.accounts.change(first.id, { name })).id;
    const { account, full, readOnly } = await this.accounts.create({ name, plan: 'full' });
    // These keys are shown to no person: the owner issues keys in the console.
    for (const key of [full, readOnly]) await this.keys.revoke(key.keyId, account.id);
    return account.id;
  }

  /**
   * Adds the person of an invitation to its account; a member gets the role of the invitation if it permits more. A person who exists gives the existing password, which `check` compares.
   * `address` is the client's, for the audit trail. Returns the id.
   */
  async join({ token, name, password }: JoinInput, address: string, check: PasswordCheck): Promise<number> {
    const { email, accountId } = await this.links.find(token);
    if (email === null || accountId === null) throw notFound();
    const existing = await this.persons.byEmail(email);
    const passwordHash = existing === null ? await this.newHash(password, { name, email }) : null;
    if (existing !== null) await check(email, password);
    return this.creating(async () => {
      // An owner who removes the author, or this person, revokes the invitation under the same lock.
      await lockAccount(this.database, accountId);
      const used = await this.links.use(token, 'join');
      const personId =
        existing?.id ??
        (await this.persons.insert({ name, email, passwordHash: passwordHash ?? '', isOperator: false }));
      actFor({ kind: 'person', accountId, personId, address });
      await this.addMember(personId, accountId, used.role ?? 'viewer');
      return personId;
    });
  }

  /** Mails a link for a new password if the address belongs to a person. */
  async mailReset(email: string, origin: string): Promise<void> {
    const person = await this.persons.byEmail(email);
    const [membership] = person === null ? [] : await this.members.memberships(person.id);
    if (person === null || membership === undefined) return;
    await this.database.transaction(async () => {
      const path = await this.links.make({ kind: 'reset', personId: person.id, isRequested: true });
      await this.mailing.post({
        accountId: membership.accountId,
        recipient: person.email,
        replyTo: null,
        subject: 'Choose a new password',
        body: `A new password for the console of hrev was requested for this address.\n\n${origin}${path}\n\nThe link is valid for one hour. If it was not you, ignore this mail.\n`,
      });
    });
  }

  /**
   * Sets the password of a reset link and ends all sessions of the person. The other links that were requested by mail become invalid, and
   * with the link of an operator every other one. The second factor stays, unless an operator made the link for a person who lost it.
   */
  async finishReset(token: string, password: string): Promise<void> {
    const { personId } = await this.links.find(token);
    const person = personId === null ? null : await this.persons.byId(personId);
    if (person === null) throw notFound();
    const passwordHash = await this.newHash(password, person);
    await this.database.transaction(async () => {
      const { removesFactors, isRequested } = await this.links.use(token, 'reset');
      await this.tokens.revokeResets(person.id, isRequested ? 'requested' : 'all');
      await this.persons.setPassword(person.id, passwordHash);
      await this.sessions.endAll(person.id);
      await this.personTrail.record(person.id, { action: 'password.changed', target: targetOf(person.id) });
      if (removesFactors) await this.removeFactors(person.id);
    });
  }

  /** Replaces the password of a person and ends the other sessions. Throws `validation_error` for a password that is refused. */
  async changePassword(id: number, sessionId: number, password: string): Promise<void> {
    const passwordHash = await this.newHash(password, await this.find(id));
    await this.database.transaction(async () => {
      await this.persons.setPassword(id, passwordHash);
      await this.tokens.revokeResets(id, 'all');
      await this.sessions.endAll(id, sessionId);
      await this.personTrail.record(id, { action: 'password.changed', target: targetOf(id) });
    });
  }

  /** Makes a link with which a person chooses a new password, and removes the second factors if they are lost. */
  async makePersonLink(id: number, removesFactors: boolean): Promise<string> {
    return this.database.transaction(async () => {
      const path = await this.links.make({ kind: 'reset', personId: id, removesFactors });
      const after = { removes_factors: removesFactors };
      await this.personTrail.record(id, { action: 'person_link.created', target: targetOf(id), after });
      return path;
    });
  }

  private async removeFactors(id: number): Promise<void> {
    await this.factors.lock(id);
    const removed = await this.factors.removeAll(id);
    for (const { id: factorId, kind, name } of removed)
      await this.personTrail.record(id, {
        action: 'factor.removed',
        target: { type: 'factor', id: factorId },
        before: { kind, name },
      });
  }

  /** Throws 404 if the person does not exist. */
  async find(id: number): Promise<PersonRecord> {
    const person = await this.persons.byId(id);
    if (person === null) throw notFound();
    return person;
  }

  async accountsOf(id: number): Promise<readonly PersonAccount[]> {
    const memberships = await this.members.memberships(id);
    return Promise.all(
      memberships.map(async ({ accountId, role, memberSince }) => {
        const { name, plan, status, trialIsOver, kind } = await this.accounts.find(accountId);
        const owners = await this.members.ownerNames(accountId, MAX_OWNERS);
        const unread = await this.notices.unread({ accountId, personId: id, role, memberSince });
        const isDemo = kind === 'demo';
        return { id: accountId, name, plan, status: trialIsOver ? 'suspended' : status, role, owners, unread, isDemo };
      }),
    );
  }

  async update(id: number, name: string | null, preferences: object): Promise<void> {
    await this.persons.update(id, name, preferences);
  }

  private async addMember(personId: number, accountId: number, role: Role): Promise<void> {
    const before = await this.members.add(personId, accountId, role);
    const target = targetOf(personId);
    if (before === null) await this.trail.record({ action: 'member.added', accountId, target, after: { role } });
    else if (ROLES.indexOf(before) < ROLES.indexOf(role))
      await this.trail.record({
        action: 'member.changed',
        accountId,
        target,
        before: { role: before },
        after: { role },
      });
  }

  private async newHash(password: string, own: OwnWords): Promise<string> {
    const problem = passwordProblem(password, own);
    if (problem !== null) throw new AppError('validation_error', `password: ${PROBLEMS[problem]}`);
    return this.hasher.hash(password);
  }

  private async creating(work: () => Promise<number>): Promise<number> {
    try {
      return await this.database.transaction(work);
    } catch (error) {
      if (isAddressTaken(error)) throw new AppError('conflict', 'A person with this e-mail address exists already');
      throw error;
    }
  }
}

const targetOf = (id: number): Act['target'] => ({ type: 'person', id });
