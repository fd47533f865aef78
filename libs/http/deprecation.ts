import type { Response } from 'express';
import { parsedUrl } from '@libs/kernel';
import type { ApiRequest } from './api-request';

/** That an endpoint is superseded (contract §9.1). It works as before until its sunset. */
export interface Deprecation {
  /** The day on which it was declared, `YYYY-MM-DD` in UTC. */
  readonly since: string;
  /** The first day on which it may be gone; without it, no end is planned. */
  readonly sunset?: string;
  /** What explains the change: a path of the service, or an https address. */
  readonly page: string;
  /** The path that replaces it. `{name}` is replaced by that parameter of the path of the request. */
  readonly successor: string;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const PATH = /^\/[\w./~#-]*$/;
const TEMPLATE = /^(\/([\w.~-]+|\{\w+\}))+$/;

/** Throws for a deprecation that clients could not use: a day, a page or a successor is missing or malformed, or the sunset comes first. */
export function checkDeprecation({ since, sunset, page, successor }: Deprecation): void {
  if (![since, sunset ?? since].every(isDay)) throw new Error(`a deprecation needs days: ${since}, ${String(sunset)}`);
  // RFC 9745 §4.
  if (sunset !== undefined && sunset < since) throw new Error(`a sunset is not before its deprecation: ${sunset}`);
  if (!PATH.test(page) && !isHttps(page)) throw new Error(`a deprecation needs a page: ${page}`);
  if (!TEMPLATE.test(successor)) throw new Error(`a deprecation needs a successor: ${successor}`);
}

/** Writes `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and their links to a response of the endpoint, whatever its status is. */
export function announceDeprecation(deprecation: Deprecation, request: ApiRequest, response: Response): void {
  const { since, sunset, page, successor } = deprecation;
  response.setHeader('Deprecation', `@${Date.parse(since) / 1_000}`);
  if (sunset !== undefined) response.setHeader('Sunset', new Date(sunset).toUTCString());
  const replacement = successor.replace(/\{(\w+)\}/g, (_, name: string) => parameterOf(request, name));
  response.append('Link', [
    `<${page}>; rel="deprecation"; type="text/html"`,
    ...(sunset === undefined ? [] : [`<${page}>; rel="sunset"; type="text/html"`]),
    `<${replacement}>; rel="successor-version"`,
  ]);
}

/** What the documentation of a deprecated operation says. */
export function describeDeprecation({ since, sunset, page, successor }: Deprecation): string {
  const end = sunset === undefined ? '' : `, and may be gone from ${sunset} on`;
  return `Deprecated since ${since}${end}: use \`${successor}\` ([why and how](${page})).`;
}

function isDay(value: string): boolean {
  const time = DAY.test(value) ? Date.parse(value) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

const isHttps = (value: string): boolean => /^https:\/\/[^\s<>"]+$/.test(value) && parsedUrl(value) !== null;

function parameterOf({ params }: ApiRequest, name: string): string {
  const value: unknown = params[name];
  return encodeURIComponent(typeof value === 'string' ? value : '');
}
