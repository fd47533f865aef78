/** How each answer is read, in a parsing thread. List the file in `platforms/parsers.ts`: threads know no other parsers. */
import { jsonAnswer } from '../../json-answer';
import { parser } from '../../parsing/parser';
import { readPage } from './parse';

export const page = parser('template/page', (text, { placeId }: { readonly placeId: string }) =>
  readPage(jsonAnswer(text, 'Template'), placeId),
);
