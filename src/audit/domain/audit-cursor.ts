import { AppError } from '@libs/kernel';

/** The position of an entry in the order of the trail. */
export interface AuditPosition {
  /** Microseconds since 1970. */
  readonly micros: number;
  readonly id: number;
}

export function cursorOf({ micros, id }: AuditPosition): string {
  return `${micros}-${id}`;
}

/** Throws `invalid_cursor` for a text that `cursorOf` did not make. */
export function positionOf(cursor: string): AuditPosition {
  const [, micros = '', id = ''] = /^(\d{1,16})-(\d{1,16})$/.exec(cursor) ?? [];
  const position = { micros: Number(micros), id: Number(id) };
  const isWhole = micros !== '' && Number.isSafeInteger(position.micros) && Number.isSafeInteger(position.id);
  if (isWhole && cursorOf(position) === cursor) return position;
  throw new AppError('invalid_cursor', 'The cursor cannot be used; start again without one');
}
