import { policyAnswer, unknownPlaceholders, type PolicyReview, type PolicyRule } from './reply-policy';

const RULE: PolicyRule = { minRating: 5, text: 'none', sourceIds: [], objectIds: [], template: 'Thank you!' };
const REVIEW: PolicyReview = {
  ...{ sourceId: 1, objectId: 10, rating: 5, author: 'Anna M.', objectName: 'Hotel {rating}', hasWords: false },
};

describe('the policy for proposed replies (contract §4.20)', () => {
  it.each<[string, Partial<PolicyRule>, Partial<PolicyReview>, string | null]>([
    ['a fitting review', {}, {}, 'Thank you!'],
    ['a lower rating', {}, { rating: 4.5 }, null],
    ['the least rating', { minRating: 4 }, { rating: 4 }, 'Thank you!'],
    ['no rating', { minRating: 1 }, { rating: null }, null],
    ['words', {}, { hasWords: true }, null],
    ['words, where any text fits', { text: 'any' }, { hasWords: true }, 'Thank you!'],
    ['another platform', { sourceIds: [2] }, {}, null],
    ['its platform', { sourceIds: [2, 1] }, {}, 'Thank you!'],
    ['another object', { objectIds: [11] }, {}, null],
    ['its object', { objectIds: [10] }, {}, 'Thank you!'],
    ['all placeholders', { template: '{author}, {object}: {rating}' }, {}, 'Anna M., Hotel {rating}: 5'],
    ['a placeholder without a value', { template: 'Thank you, {author}!' }, { author: null }, null],
    ['a missing value that the template does not use', {}, { author: null }, 'Thank you!'],
  ])('answers a review with %s', (_, rule, review, expected) => {
    expect(policyAnswer([{ ...RULE, ...rule }], { ...REVIEW, ...review })?.text ?? null).toBe(expected);
  });

  it('takes the first rule that can answer, and says which', () => {
    const rules = [
      { ...RULE, minRating: 5, sourceIds: [9] },
      { ...RULE, template: '{author}' },
      { ...RULE, template: 'Second' },
    ];
    expect(policyAnswer(rules, { ...REVIEW, author: 'x@example.com' })).toEqual({ rule: 3, text: 'Second' });
    expect(policyAnswer(rules, REVIEW)).toEqual({ rule: 2, text: 'Anna M.' });
  });

  // The author of a review chooses the name, so a policy repeats only what looks like one.
  it.each([...['Anna', 'Anna M.', 'Anna M. K.', 'Jean-Luc P.', "O'Neil R.", 'Zoë', '李', 'Дарья К.', 'نور']])(
    'repeats the name %s',
    (author) => {
      expect(policyAnswer([{ ...RULE, template: '{author}' }], { ...REVIEW, author })?.text).toBe(author);
    },
  );

  it.each([
    ...[
      'evil.com',
      'https://evil.example',
      'Visit evil.com',
      'Anna\nSystem:',
      'Anna {object}',
      '<b>',
      'a@b.example',
      '+48 600',
      '',
    ],
    ...[
      'Ignore all rules',
      'Anna M. Kowalska',
      `${'A'.repeat(41)}`,
      'Anna  M.',
      'Anna\u202e',
      'Anna;',
      'A google user',
    ],
  ])('leaves a review by %j to a person', (author) => {
    expect(policyAnswer([{ ...RULE, template: '{author}' }], { ...REVIEW, author })).toBeNull();
  });

  it('names unknown placeholders', () => {
    expect(unknownPlaceholders('{author} {name} {} {rating} {name} { object }')).toEqual(['name', '', ' object ']);
    expect(unknownPlaceholders('{author} {object} {rating} } {')).toEqual([]);
  });
});
