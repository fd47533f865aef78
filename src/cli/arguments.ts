import { InvalidArgumentError } from 'commander';

/** An id on the command line: a whole number from 1 to 2^53-1; anything else is wrong usage. */
export function readId(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : NaN;
  if (Number.isSafeInteger(id)) return id;
  throw new InvalidArgumentError('An id is a whole number from 1 up.');
}
