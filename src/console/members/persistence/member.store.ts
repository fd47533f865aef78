import { Injectable } from '@nestjs/common';
import { Database, foldedSql } from '@libs/database';
import { foldIdentity } from '@libs/kernel';
import type { Role } from '../../domain/roles';

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

const MEMBERS = `select m.person_id as "personId", p.name, p.email, m.role,
    exists (select from factor f where f.person_id = p.id and f.confirmed_at is not null) as "hasSecondFactor", m.created_at as "memberSince",
    p.last_seen_at as "lastSeenAt"
  from membership m join person p on p.id = m.person_id where m.account_id = $1`;

/** The table `membership`, as the owners of an account manage it. */
@Injectable()
export class MemberStore {
  constructor(private readonly database: Database) {}

  /** The members, owners first, then by name. */
  async list(accountId: number): Promise<readonly Member[]> {
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
