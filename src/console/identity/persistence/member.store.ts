import { Injectable } from '@nestjs/common';
import { Database, foldedSql } from '@libs/database';
import { foldIdentity } from '@libs/kernel';
import type { NoticeReaders } from '@src/notices';
import { ROLES, type Role } from '../domain/roles';

/** A person in an account. */
export interface Member {
  readonly personId: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly hasSecondFactor: boolean;
  readonly memberSince: Date;
  /** To the minute; null if the person has not used the console since this is recorded. */
  readonly lastSeenAt: Date | null;
}

/** An account of a person. */
export interface AccountRole {
  readonly accountId: number;
  readonly role: Role;
  readonly memberSince: Date;
}

const MEMBERS = `select m.person_id as "personId", p.name, p.email, m.role,
    exists (select from factor f where f.person_id = p.id and f.confirmed_at is not null) as "hasSecondFactor", m.created_at as "memberSince",
    p.last_seen_at as "lastSeenAt"
  from membership m join person p on p.id = m.person_id where m.account_id = $1`;

/** The table `membership`. */
@Injectable()
export class MemberStore implements NoticeReaders {
  constructor(private readonly database: Database) {}

  /** The members, owners first, then by name. */
  async membersOf(accountId: number): Promise<readonly Member[]> {
    return this.database.query<Member>(
      `${MEMBERS} order by array_position(array['owner', 'member', 'viewer'], m.role), lower(p.name), m.person_id`,
      [accountId],
    );
  }

  /** A member; null if the person is not one. */
  async find(accountId: number, personId: number): Promise<Member | null> {
    const [member] = await this.database.query<Member>(`${MEMBERS} and m.person_id = $2`, [accountId, personId]);
    return member ?? null;
  }

  /** The member with an e-mail address, in any case; null without one. */
  async byEmail(accountId: number, email: string): Promise<Member | null> {
    const [member] = await this.database.query<Member>(`${MEMBERS} and ${foldedSql('p.email')} = $2`, [
      accountId,
      foldIdentity(email),
    ]);
    return member ?? null;
  }

  /** The number of owners. */
  async owners(accountId: number): Promise<number> {
    const [count] = await this.database.query<{ owners: number }>(
      `select count(*) as owners from membership where account_id = $1 and role = 'owner'`,
      [accountId],
    );
    return count?.owners ?? 0;
  }

  /** The role of a person in an account; null if the person is not a member. */
  async role(personId: number, accountId: number): Promise<Role | null> {
    const [row] = await this.database.prepared<{ role: Role }>({
      name: 'console-role',
      text: 'select role from membership where account_id = $2 and person_id = $1',
      values: [personId, accountId],
    });
    return row?.role ?? null;
  }

  /** The memberships of a person, by account. */
  async memberships(personId: number): Promise<readonly AccountRole[]> {
    return this.database.query<AccountRole>(
      `select account_id as "accountId", role, created_at as "memberSince" from membership
       where person_id = $1 order by account_id`,
      [personId],
    );
  }

  /** Whether the account has members. */
  async hasMembers(accountId: number): Promise<boolean> {
    const [row] = await this.database.query<{ exists: boolean }>(
      'select exists (select from membership where account_id = $1)',
      [accountId],
    );
    return row?.exists ?? false;
  }

  /** The names of the account's first owners. */
  async ownerNames(accountId: number, limit: number): Promise<readonly string[]> {
    const owners = await this.database.query<{ name: string }>(
      `select p.name from membership m join person p on p.id = m.person_id
       where m.account_id = $1 and m.role = 'owner' order by m.created_at, m.person_id limit $2`,
      [accountId, limit],
    );
    return owners.map(({ name }) => name);
  }

  /**
   * Adds a membership, or raises the role of an existing one; a role is never lowered. Returns the role before; null if the person was
   * not a member.
   */
  async add(personId: number, accountId: number, role: Role): Promise<Role | null> {
    const before = await this.role(personId, accountId);
    await this.database.query(
      `insert into membership as m (account_id, person_id, role) values ($2, $1, $3)
       on conflict (account_id, person_id) do update set role = excluded.role
       where array_position($4::text[], m.role) < array_position($4::text[], excluded.role)`,
      [personId, accountId, role, ROLES],
    );
    return before;
  }

  async setRole(accountId: number, personId: number, role: Role): Promise<void> {
    await this.database.query('update membership set role = $3 where account_id = $1 and person_id = $2', [
      accountId,
      personId,
      role,
    ]);
  }

  async remove(accountId: number, personId: number): Promise<void> {
    await this.database.query('delete from membership where account_id = $1 and person_id = $2', [accountId, personId]);
  }
}
