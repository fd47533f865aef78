/** The parsers of each response, for parsing threads. List this file in `platforms/parsers.ts`. */
import { readJsonResponse } from '../../read-shape';
import { parser } from '../../parsing/parser';
import { readPage } from './parse';

export const page = parser('template/page', (text, { placeId }: { readonly placeId: string }) =>
  readPage(readJsonResponse(text, 'Template'), placeId),
);
