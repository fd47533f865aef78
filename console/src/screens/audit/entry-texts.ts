import type { AuditEntry } from '../../api/queries/audit';
import { formatExact } from '../../lib/format';
import { auditWords } from '../../words/en/audit';

/** The name of the actor; its kind and id where it has no name. */
export const actorText = ({ kind, id, name }: AuditEntry['actor']): string => name ?? auditWords.one[kind](id);

export const actionText = (action: string): string => auditWords.actions[action] ?? plain(action);

export function targetText({ type, id, name }: AuditEntry['target']): string {
  const kind = auditWords.targets[type] ?? plain(type);
  if (name !== null) return name;
  return id === null ? kind : `${kind} ${id}`;
}

/** The actions by group, in the order of `auditWords.groups`. Actions without a group are in the last one. */
export function actionGroups(): readonly (readonly [group: string, actions: readonly (readonly [string, string])[]])[] {
  const { actions, groups, groupOf } = auditWords;
  const other = Object.keys(groups).at(-1) ?? '';
  return Object.entries(groups).flatMap(([group, title]) => {
    const members = Object.entries(actions).filter(([action]) => (groupOf[kindOf(action)] ?? other) === group);
    return members.length === 0 ? [] : [[title, members] as const];
  });
}

/**
 * The fields that differ, each as a sentence. Of a target with one side only, its fields without a value are left out. Fields and
 * values are named as the screens name them.
 */
export function changesText({ before, after }: Pick<AuditEntry, 'before' | 'after'>): readonly string[] {
  const [old, now] = [before as Facts | null, after as Facts | null];
  const names = [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])];
  return names.flatMap((name) => {
    const field = auditWords.fields[name] ?? sentence(plain(name));
    const [from, to] = [old?.[name], now?.[name]].map((side) =>
      side === undefined ? undefined : valueText(name, side),
    );
    if (from !== undefined && to !== undefined) return from === to ? [] : [auditWords.changed(field, from, to)];
    const only = from ?? to ?? auditWords.nothing;
    return only === auditWords.nothing ? [] : [auditWords.is(field, only)];
  });
}

type Facts = Readonly<Record<string, unknown>>;

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/;

const kindOf = (action: string): string => action.split('.')[0] ?? action;
const plain = (name: string): string => name.replaceAll('_', ' ').replaceAll('.', ' ');
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The text of a value: lists and objects by their parts, without brackets and quotes. */
function valueText(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return auditWords.nothing;
  if (typeof value === 'boolean') return value ? auditWords.yes : auditWords.no;
  if (typeof value === 'object')
    return listText(Array.isArray(value) ? value.map((item) => valueText(name, item)) : partsOf(value));
  return typeof value === 'string' ? wordText(name, value) : JSON.stringify(value);
}

const wordText = (name: string, text: string): string =>
  TIME.test(text) ? formatExact(text) : (auditWords.values[name]?.[text] ?? text);

const listText = (parts: readonly string[]): string => (parts.length === 0 ? auditWords.nothing : parts.join(', '));
const partsOf = (value: object): readonly string[] => Object.entries(value).flatMap(partText);

function partText([name, value]: [string, unknown]): readonly string[] {
  const text = valueText(name, value);
  return text === auditWords.nothing ? [] : [`${(auditWords.fields[name] ?? plain(name)).toLowerCase()} ${text}`];
}
