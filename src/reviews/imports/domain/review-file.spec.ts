import { BATCH_FIELDS } from '../../feed';
import { reviewLines } from './review-file';

const NOW = new Date('2026-11-29T12:00:00Z');
const LINE = { object_id: 7, source_slug: 'google', text: 'Quiet', rating: 4 };
const read = (line: object) => reviewLines(`${JSON.stringify(line)}\n`, NOW)[0];

describe('contract §4.22: a line of a file of reviews', () => {
  it('is read with the scale of its rating, the precision of its date and both parts of its text', () => {
    const line = {
      ...{ object_name: ' Pier ', source_slug: 'booking', origin: 'Other Tool', external_review_id: ' b-1 ' },
      ...{
        author: 'Ada',
        positive: 'Quiet',
        negative: 'Small',
        rating: 7,
        rating_scale: 10,
        review_date: '2024-05-01',
      },
      ...{ review_url: 'https://a.example/1', reply_text: 'Thanks', reply_date: '2024-05-02T09:00:00Z' },
    };
    expect(read(line)).toMatchObject({
      ...{ line: 1, object: 'Pier', sourceSlug: 'booking', origin: 'Other Tool' },
      review: {
        ...{ externalId: 'b-1', author: 'Ada', text: 'Quiet\n\nSmall', positive: 'Quiet', negative: 'Small' },
        ...{ rating: 3.5, ratingOriginal: '7', reviewDate: '2024-05-01T00:00:00', datePrecision: 'day' },
        ...{ reviewUrl: 'https://a.example/1', replyText: 'Thanks', replyDate: '2024-05-02T09:00:00' },
      },
    });
  });

  it.each(['made:0a', 'long:0a'])('has no id of the platform if hrev made it: %s', (id) =>
    expect(read({ ...LINE, external_review_id: id })).toMatchObject({ review: { externalId: null } }),
  );

  it.each(BATCH_FIELDS)('may have the field %s, as a line of an exported file (§4.18) has', (field) =>
    expect(read({ ...LINE, [field]: null, ...LINE })).not.toHaveProperty('fault'),
  );

  it('may be a line of an exported file', () => {
    const exported = {
      ...{ id: 1, object_id: 7, link_id: 2, source_id: 8, source_slug: 'google', external_review_id: 'g-1' },
      ...{ author: 'Ada L.', text: 'Quiet', review_date: '2024-05-01T10:00:00', rating_original: '4', rating: 4 },
      ...{ review_url: null, reply_text: null, reply_date: null, has_images: false, images: [], has_videos: false },
      ...{ videos: [], is_deleted: false, deleted_at: null, last_seen_at: '2024-06-01T00:00:00', is_hidden: false },
      ...{ updated_at: '2024-06-01T00:00:00', is_pinned: false, pin_position: null, positive: null, negative: null },
      provenance: { kind: 'collected', import_id: null, origin: null, imported_at: null },
    };
    expect(read(exported)).toMatchObject({ object: 7, review: { externalId: 'g-1', rating: 4, ratingOriginal: '4' } });
  });

  it.each<[fault: RegExp, line: object]>([
    [/an object_id or an object_name/, { ...LINE, object_id: undefined }],
    [/^object_id: must be a whole number/, { ...LINE, object_id: '7' }],
    [/^object_id: must be a whole number/, { ...LINE, object_id: 0 }],
    [/^source_slug: must name/, { ...LINE, source_slug: '' }],
    [/^author: must be a text/, { ...LINE, author: 7 }],
    [/^author: must have at most 200/, { ...LINE, author: 'x'.repeat(201) }],
    [/^author: must be one line/, { ...LINE, author: 'Ada\nL' }],
    [/^origin: must have at most 100/, { ...LINE, origin: 'x'.repeat(101) }],
    [/^rating_scale:/, { ...LINE, rating_scale: 0 }],
    [/^rating_scale:/, { ...LINE, rating_scale: '5' }],
    [/^rating:/, { ...LINE, rating: 0 }],
    [/^rating:/, { ...LINE, rating: 6 }],
    [/^review_date:/, { ...LINE, review_date: '01.05.2024' }],
    [/^review_date:/, { ...LINE, review_date: '2024-05-01T10:00:00Z' }],
    [/^reply_date: must not be in the future/, { ...LINE, reply_date: '2027-01-01' }],
    [/a text or a rating/, { ...LINE, text: '', rating: null }],
    [/a field other than/, { ...LINE, stars: 4 }],
  ])('%s', (fault, line) => expect(read(line)).toEqual({ line: 1, fault: expect.stringMatching(fault) as string }));

  it('that is no JSON is refused alone, and an empty one counts', () => {
    const file = `\uFEFF${JSON.stringify(LINE)}\r\n\n[1]\n{"object_id":\n${JSON.stringify(LINE)}`;
    expect(reviewLines(file, NOW)).toMatchObject([
      { line: 1, object: 7 },
      { line: 3, fault: 'must be a JSON object' },
      { line: 4, fault: 'must be a JSON object' },
      { line: 5, object: 7 },
    ]);
  });
});
