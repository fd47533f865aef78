import type { Platform } from '../../api/queries/sources';

type Connecting = Pick<NonNullable<Platform['connection']>, 'fields' | 'alternatives'>;
export type FormField = NonNullable<Platform['connection']>['fields'][number];

/** The fields of a form in which one of the sets is chosen: those of the set, and those in no set. `required` is that of the set. */
export function fieldsOfSet({ fields, alternatives }: Connecting, chosen: number): readonly FormField[] {
  const set = alternatives[chosen];
  const inSets = new Set(alternatives.flatMap(({ required, optional }) => [...required, ...optional]));
  return fields.flatMap((field) => {
    if (!inSets.has(field.name)) return [field];
    if (set?.required.includes(field.name)) return [{ ...field, required: true }];
    return set?.optional.includes(field.name) ? [field] : [];
  });
}

export type Values = Readonly<Record<string, string>>;

export const isMissing = ({ name, required }: FormField, values: Values): boolean =>
  required && (values[name] ?? '').trim() === '';

/** The values of these fields; what was entered for another set is left out. */
export function valuesOf(fields: readonly FormField[], values: Values): Record<string, string> {
  const filled = fields.map(({ name }) => [name, values[name] ?? ''] as const).filter(([, value]) => value !== '');
  return Object.fromEntries(filled);
}
