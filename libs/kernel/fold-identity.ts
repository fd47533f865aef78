/**
 * An identity as it is compared: a mail address, a slug, the name of a host or of a header. Letters of ASCII become lower case and
 * nothing else changes, because these identities consist of ASCII: other letters that Unicode maps to ASCII (İ, the Kelvin sign, full-width
 * letters) are other texts, on every machine and in every locale. `foldedSql` of libs/database is the same rule in SQL. Texts of
 * persons, such as names and reviews, are not identities and are folded where they are searched.
 */
export function foldIdentity(text: string): string {
  // Nearly all identities are of ASCII. Each header of each request is folded.
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

const NOT_ASCII = /[^\0-\x7f]/;

/** A name of a host as it is compared: folded, and without the dot of an absolute name (`Example.com.`). */
export function foldHost(name: string): string {
  return foldIdentity(name.endsWith('.') ? name.slice(0, -1) : name);
}
