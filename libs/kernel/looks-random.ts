const MIN_LENGTH = 16;

/** Whether a part of an address looks like a token: long, of one word, with letters and digits. */
export const looksRandom = (value: string): boolean =>
  value.length >= MIN_LENGTH && /^[\w.~+/=%-]+$/.test(value) && /\d/.test(value) && /[a-z]/i.test(value);
