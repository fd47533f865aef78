import type { AuditEntry } from '../../api/queries/audit';
import { words } from '../../words/en';

/** The name of the actor; its kind and id where it has no name. */
export const actorText = ({ kind, id, name }: AuditEntry['actor']): string => name ?? words.audit.one[kind](id);

export const actionText = (action: string): string => words.audit.actions[action] ?? action;

export function targetText({ type, id, name }: AuditEntry['target']): string {
  const kind = words.audit.targets[type] ?? type;
  if (name !== null) return name;
  return id === null ? kind : `${kind} ${id}`;
}

/** The fields that differ, each `name: before → after`. Of a target with one side only, its fields without a value are left out. */
export function changesText({ before, after }: Pick<AuditEntry, 'before' | 'after'>): readonly string[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.flatMap((name) => {
    const sides = [before?.[name], after?.[name]];
    const shown = sides.filter((side) => side !== undefined).map((side) => valueText(name, side));
    if (shown.length === 1 && shown[0] === words.audit.nothing) return [];
    return new Set(shown).size === 1 && shown.length === 2
      ? []
      : [`${words.audit.fields[name] ?? name}: ${shown.join(' → ')}`];
  });
}

function valueText(name: string, value: unknown): string {
  if (value === null || value === '') return words.audit.nothing;
  if (typeof value === 'object' && Object.keys(value).length === 0)
    return name === 'filters' ? words.audit.noFilters : words.audit.noEntries;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
