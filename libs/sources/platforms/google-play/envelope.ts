/**
 * The envelope of responses of `batchexecute`, the API of Google's pages: a prefix that is not JSON, then an array of rows. The
 * row of a request contains its payload as JSON in a string, or null and an error:
 *
 *   )]}'
 *   [["wrb.fr","UsvDTd","[…]",null,null,null,"generic"],["di",114],…]
 *   [["wrb.fr","UsvDTd",null,null,null,[3],"generic"],["di",20],…]
 */
import { z } from 'zod';
import { readJson, readShape, refuseChallenge } from '../../read-shape';
import { Changed, Temporary, Throttled, type SourceError } from '../../source-errors';

/** Name of the request for reviews. */
export const REVIEWS_REQUEST = 'UsvDTd';

const PREFIX = ")]}'";
const rowsShape = z.array(z.array(z.unknown()));
const errorShape = z.tuple([z.number()]).rest(z.unknown());
/** Codes of gRPC: deadline exceeded, internal, unavailable. */
const TEMPORARY_CODES: readonly number[] = [4, 13, 14];
const RESOURCE_EXHAUSTED = 8;

/**
 * Reads the payload of the request for reviews. Throws `Blocked` for a challenge page, `Throttled` and `Temporary` for an error of
 * that kind, `Changed` for another error or another format.
 */
export function readPayload(text: string): unknown {
  refuseChallenge(text, 'Google Play');
  const body = text.trimStart();
  const json = body.startsWith(PREFIX) ? body.slice(PREFIX.length) : body;
  const rows = readShape(rowsShape, readJson(json, 'The response of Google Play'), 'The response of Google Play');
  const row = rows.find(([kind, request]) => kind === 'wrb.fr' && request === REVIEWS_REQUEST);
  if (row === undefined) throw new Changed('The response of Google Play contains no reviews');
  const [, , payload, , , error] = row;
  if (typeof payload !== 'string') throw errorOf(error);
  return readJson(payload, "Google Play's list of reviews");
}

function errorOf(value: unknown): SourceError {
  const code = errorShape.safeParse(value).data?.[0] ?? null;
  // Public clients receive this error after many requests.
  const isRefusal = JSON.stringify(value ?? null).includes('PlayGatewayError');
  if (isRefusal || code === RESOURCE_EXHAUSTED) return new Throttled('Google Play refuses more requests for now');
  const message = `Google Play reports the error ${code ?? 'without a code'}`;
  return code !== null && TEMPORARY_CODES.includes(code) ? new Temporary('network', message) : new Changed(message);
}
