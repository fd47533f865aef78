import { consoleRequest, type Schemas } from '../client';
import type { Person } from './session';

/** A change of the person; an absent field stays as it is. */
export type PersonChange = Schemas['PreferencesBody'];

export const changePerson = (change: PersonChange): Promise<Person> => consoleRequest('PATCH', 'me', change);
