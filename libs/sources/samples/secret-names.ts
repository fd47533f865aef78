/** Recognizes names of secrets and of personal data, and removes secrets from addresses. */
import { parsedUrl } from '@libs/kernel';

/** A longer name is not examined further. */
const MAX_NAME = 64;
// cspell:ignore passw
const SECRET_NAME =
  /token|secret|signature|session|cookie|csrf|xsrf|passw|passkey|credential|bearer|authorization|api_?-?key|app_?-?key|access_?-?key|client_?-?id/i;
const SECRET_PARAMETER = /^(?:auth|key|sig|sign|sid|hash)$/i;
const PERSONAL_NAME =
  /steam_?id|avatar|userpic|user_?url|user_?name|nick_?name|first_?name|last_?name|full_?name|e-?mail|phone/i;

/** Whether a value of this name is a secret, such as a token, a cookie or a key. */
export const namesSecret = (name: string): boolean => SECRET_NAME.test(name.slice(0, MAX_NAME));

/** Whether a value of this name identifies a person. */
export const namesPerson = (name: string): boolean => PERSONAL_NAME.test(name.slice(0, MAX_NAME));

/** Whether the value of a query parameter is a secret. */
const isSecretParameter = (name: string): boolean => namesSecret(name) || SECRET_PARAMETER.test(name);

const MIN_RANDOM = 24;

/** Whether a value looks random: long, of one word, with letters and digits. */
const looksRandom = (value: string): boolean =>
  value.length >= MIN_RANDOM && /^[\w.~+/=-]+$/.test(value) && /\d/.test(value) && /[a-z]/i.test(value);

const isSecret = (name: string, value: string): boolean => isSecretParameter(name) || looksRandom(value);

/** The address without credentials, without a fragment, and without query values that look like keys. */
export function addressWithoutKeys(address: string): string {
  const url = parsedUrl(address);
  if (url === null) return '';
  const query = new URLSearchParams();
  for (const [name, value] of url.searchParams) query.append(name, isSecret(name, value) ? 'removed' : value);
  const search = query.toString();
  return `${url.origin}${url.pathname}${search === '' ? '' : `?${search}`}`;
}

/** The address without its query values. The digits of a `private` path are masked, because they identify an account. */
export function addressWithoutValues(address: string, { isPrivate }: { readonly isPrivate: boolean }): string {
  const url = parsedUrl(address);
  if (url === null) return '';
  const path = isPrivate ? url.pathname.replace(/\d/g, '0') : url.pathname;
  const names = [...new Set(url.searchParams.keys())].map((name) => `${encodeURIComponent(name)}=`);
  return `${url.origin}${path}${names.length === 0 ? '' : `?${names.join('&')}`}`;
}
