import { Injectable } from '@nestjs/common';
import { Database, foldedSql, isUniqueViolation } from '@libs/database';
import { foldIdentity } from '@libs/kernel';

export interface PersonRecord {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly isOperator: boolean;
  readonly preferences: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
}

export interface StoredPerson extends PersonRecord {
  readonly passwordHash: string;
}

export interface NewPerson {
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly isOperator: boolean;
}

const COLUMNS = `id, name, email, is_operator as "isOperator", preferences, password_hash as "passwordHash",
  created_at as "createdAt"`;

/** Whether an insertion failed because another person has the address. */
export function isAddressTaken(error: unknown): boolean {
  return isUniqueViolation(error, 'person_folded_email') || isUniqueViolation(error, 'person_email');
}

/** The table `person`. */
@Injectable()
export class PersonStore {
  constructor(private readonly database: Database) {}

  /** Whether any person exists, so that the installation is set up. */
  async any(): Promise<boolean> {
    const [row] = await this.database.query<{ any: boolean }>('select exists (select from person) as any');
    return row?.any ?? false;
  }

  async byId(id: number): Promise<StoredPerson | null> {
    const [row] = await this.database.query<StoredPerson>(`select ${COLUMNS} from person where id = $1`, [id]);
    return row ?? null;
  }

  /** The names of these persons by id. */
  async names(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const rows = await this.database.query<{ id: number; name: string }>(
      'select id, name from person where id = any($1::bigint[])',
      [ids],
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** The person with an e-mail address, in any case of its letters. */
  async byEmail(email: string): Promise<StoredPerson | null> {
    const [row] = await this.database.query<StoredPerson>(
      `select ${COLUMNS} from person where ${foldedSql('email')} = $1`,
      [foldIdentity(email)],
    );
    return row ?? null;
  }

  /** Inserts a person and returns the id. Throws a unique violation if the address is taken; see `isAddressTaken`. */
  async insert({ name, email, passwordHash, isOperator }: NewPerson): Promise<number> {
    const [row] = await this.database.query<{ id: number }>(
      'insert into person (name, email, password_hash, is_operator) values ($1, $2, $3, $4) returning id',
      [name, email, passwordHash, isOperator],
    );
    if (!row) throw new Error('the person was not stored');
    return row.id;
  }

  async setPassword(id: number, passwordHash: string): Promise<void> {
    await this.database.query('update person set password_hash = $2 where id = $1', [id, passwordHash]);
  }

  /** Changes the name, and merges preferences into the stored ones. */
  async update(id: number, name: string | null, preferences: object): Promise<void> {
    await this.database.query(
      'update person set name = coalesce($2, name), preferences = preferences || $3::jsonb where id = $1',
      [id, name, JSON.stringify(preferences)],
    );
  }
}
