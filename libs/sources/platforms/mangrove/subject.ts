/**
 * Subjects of reviews, as URIs:
 *
 *   https://example.org/path             a website. The host is in lower case; the address of a host has no slash at the end.
 *   geo:47.169158,8.514572?q=Name&u=30   a place: latitude, longitude, name, and optionally a radius in meters. An older form has the
 *                                        coordinates in `q`: `geo:0,0?q=47.169158,8.514572(Name)&u=30`.
 *
 * Subjects of other kinds (books, companies, reviews) are not supported.
 */
import { parsedUrl } from '@libs/kernel';

const MAX_LENGTH = 500;
const COORDINATES = /^(-?\d{1,3}(?:\.\d{1,20})?),(-?\d{1,3}(?:\.\d{1,20})?)/;
const RADIUS = /^\d{1,8}(?:\.\d{1,6})?$/;

interface Place {
  readonly latitude: number;
  readonly longitude: number;
  readonly name: string;
  readonly radius: string | null;
}

/** The canonical form of a subject; null if it is not a website or a place. */
export function canonicalSubject(subject: string): string | null {
  const url = subject.length > MAX_LENGTH ? null : parsedUrl(subject.trim());
  if (url === null) return null;
  if (url.protocol === 'https:' || url.protocol === 'http:') return canonicalWebsite(url);
  const place = url.protocol === 'geo:' ? placeOf(url) : null;
  return place === null ? null : canonicalPlace(place);
}

/** The name of a canonical subject: the name of a place, or the address of a website without its scheme. */
export function subjectName(subject: string): string {
  const url = parsedUrl(subject);
  return (url === null ? null : placeOf(url)?.name) ?? subject.replace(/^https:\/\//, '');
}

/**
 * Whether a review of `subject` belongs to the list of the canonical subject `listed`. Authors give one place different coordinates,
 * and the server returns the vicinity, so places are compared by their names.
 */
export function isListed(subject: string, listed: string): boolean {
  const canonical = canonicalSubject(subject);
  if (canonical === null || canonical === listed) return canonical !== null;
  return listed.startsWith('geo:') && canonical.startsWith('geo:') && nameKey(canonical) === nameKey(listed);
}

const nameKey = (subject: string): string => subjectName(subject).toLowerCase();

function canonicalWebsite(url: URL): string | null {
  if (url.username !== '' || url.password !== '' || !url.hostname.includes('.')) return null;
  const rest = `${url.pathname}${url.search}`;
  return `https://${url.host}${rest === '/' ? '' : rest}`;
}

function canonicalPlace({ latitude, longitude, name, radius }: Place): string {
  const end = radius === null ? '' : `&u=${radius}`;
  return `geo:${decimal(latitude)},${decimal(longitude)}?q=${encodeURIComponent(name)}${end}`;
}

/** The place of a `geo` URI; null without coordinates or without a name. */
function placeOf(url: URL): Place | null {
  const query = url.searchParams.get('q')?.toWellFormed().normalize('NFC').trim() ?? '';
  const { coordinates, name } = olderForm(query) ?? { coordinates: COORDINATES.exec(url.pathname), name: query };
  const [, latitude, longitude] = coordinates ?? [];
  if (!isWithin(latitude, 90) || !isWithin(longitude, 180) || name === '') return null;
  return { latitude: Number(latitude), longitude: Number(longitude), name, radius: radiusOf(url) };
}

/** The coordinates and the name in a `q` of the older form, or null. */
function olderForm(query: string): { readonly coordinates: RegExpExecArray; readonly name: string } | null {
  const coordinates = COORDINATES.exec(query);
  if (coordinates === null) return null;
  const rest = query.slice(coordinates[0].length);
  return rest.startsWith('(') && rest.endsWith(')') ? { coordinates, name: rest.slice(1, -1).trim() } : null;
}

function radiusOf(url: URL): string | null {
  const radius = url.searchParams.get('u');
  return radius !== null && RADIUS.test(radius) && Number(radius) > 0 ? String(Number(radius)) : null;
}

const isWithin = (degrees: string | undefined, limit: number): boolean =>
  degrees !== undefined && Math.abs(Number(degrees)) <= limit;

/** A number with up to seven decimals, without an exponent; 0 has no sign. */
function decimal(value: number): string {
  const text = value
    .toFixed(7)
    .replace(/0{1,7}$/, '')
    .replace(/\.$/, '');
  return text === '-0' ? '0' : text;
}
