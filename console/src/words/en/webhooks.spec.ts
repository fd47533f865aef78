import { webhooksWords } from './webhooks';

/** Contract §6.3: without `allowed_ratings`, only rated reviews match. A person reads so in a full sentence. */
test.each([
  [undefined, 'with any rating', false],
  [[], 'with any rating', false],
  [[5, 4, 3, 2, 1], 'with any rating', false],
  [[0, 1, 2, 3, 4, 5], 'with or without a rating', true],
  [[0], 'without a rating only', true],
  [[1, 2], 'with 1 or 2 stars only', false],
  [[1], 'with 1 star only', false],
  [[0, 1], 'with 1 star or without a rating only', true],
] as const)('the filter %j is described as %p, unrated reviews are sent: %p', (ratings, text, isSent) => {
  const filters = ratings === undefined ? {} : { allowed_ratings: ratings };
  const sentence = `Reviews without a rating are ${isSent ? 'sent too' : 'not sent'}.`;
  expect(webhooksWords.filterSentences(filters)).toBe(`Reviews ${text}. ${sentence}`);
  const scope = webhooksWords.scope({ event_types: ['reviews.new'], filters }, 42);
  expect(scope).toBe(`New reviews of all 42 objects, and those to come, ${text}, sent at once. ${sentence}`);
});

test('a webhook without events about reviews says nothing about ratings', () =>
  expect(webhooksWords.scope({ event_types: ['scrape.run.finished'] }, 1)).toBe(
    'Finished collections of your object, and those to come, sent at once.',
  ));
