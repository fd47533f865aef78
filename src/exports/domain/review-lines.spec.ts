import { inTurns } from '@libs/kernel';
import { headOf, linesOf } from './review-lines';

const FIELDS = ['id', 'text', 'rating', 'has_images', 'images', 'reply_text'];
const REVIEW = JSON.stringify({
  ...{ id: 7, text: '=1+1\n"x"', rating: 4.5, has_images: true, images: [{ image: 'https://a.example' }] },
  ...{ reply_text: null, unknown: 'x' },
});

test('CSV has the fields as columns, lists as JSON, and no formulas', async () => {
  expect(headOf('csv', FIELDS)).toBe('\uFEFFid,text,rating,has_images,images,reply_text\r\n');
  expect(await inTurns(linesOf('csv', FIELDS, [REVIEW, REVIEW]))).toBe(
    `7,"'=1+1\n""x""",4.5,true,"[{""image"":""https://a.example""}]",\r\n`.repeat(2),
  );
});

test('JSONL has each review as it is, on a line of its own', async () => {
  expect(headOf('jsonl', FIELDS)).toBe('');
  expect(await inTurns(linesOf('jsonl', FIELDS, [REVIEW, '{"id":8}']))).toBe(`${REVIEW}\n{"id":8}\n`);
  expect(await inTurns(linesOf('jsonl', FIELDS, []))).toBe('');
});
