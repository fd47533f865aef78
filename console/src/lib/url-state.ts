/** Values of an address. A bad value is replaced by its default, so a shared address never fails. */
export type Search = Readonly<Record<string, unknown>>;

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== ''
    ? value
    : typeof value === 'number'
      ? String(value)
      : undefined;
}

export function oneOf<T extends string>(value: unknown, choices: readonly T[]): T | undefined {
  return choices.find((choice) => choice === value);
}

/** A whole number of at least `least`. */
export function numberOf(value: unknown, least = 0): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= least ? number : undefined;
}

export function flagOf(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : undefined;
}

/** An address of the web, for links that platforms name. Another scheme is no link. */
export function webAddressOf(value: string | null): string | undefined {
  return value !== null && /^https?:\/\//i.test(value) ? value : undefined;
}

/** A day, `2026-11-20`. */
export function dayOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;
}
