import { z } from 'zod';
import { readJsonResponse, readShape } from '../../read-shape';
import { parser } from '../../parsing/parser';
import { Blocked, Changed, Gone, Temporary, Throttled, type SourceError } from '../../source-errors';
import { readReviewPage } from './parse';

/** Responses repeat their status in the body, also with the status 200. */
const statusShape = z.looseObject({ status: z.looseObject({ code: z.number().nullish() }).nullish() });

export const reviewPage = parser('yotpo/reviews', (text) => {
  const content = readJsonResponse(text, 'Yotpo');
  const code = readShape(statusShape, content, 'The response of Yotpo').status?.code ?? 200;
  if (code !== 200) throw errorOf(code);
  return readReviewPage(content);
});

function errorOf(code: number): SourceError {
  const message = `Yotpo answered ${code}`;
  if (code === 404) return new Gone(message);
  if (code === 401 || code === 403) return new Blocked(message);
  if (code === 429) return new Throttled(message);
  return code >= 500 && code <= 599 ? new Temporary('network', message) : new Changed(message);
}
