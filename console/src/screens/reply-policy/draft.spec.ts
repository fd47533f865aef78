import { draftOf, policyOf, problemOfDaily, problemOfTemplate } from './draft';
import type { ReplyPolicy } from '../../api/queries/proposals';
import { replyPolicyWords } from '../../words/en/reply-policy';

const POLICY: ReplyPolicy = {
  ...{ enabled: true, daily_limit: 20, approved_24h: 0, updated_at: null, updated_by: null },
  rules: [{ min_rating: 4, text: 'any', source_ids: [3], object_ids: [], template: 'Hi {author}' }],
};

test('a policy is the same after the form', () => {
  const { enabled, daily_limit, rules } = POLICY;
  expect(policyOf(draftOf(POLICY))).toEqual({ enabled, daily_limit, rules });
});

test.each([
  ['1', true],
  ['200', true],
  ['0', false],
  ['201', false],
  ['2.5', false],
  ['', false],
])('%j answers a day', (daily, isRight) => expect(problemOfDaily(daily) === null).toBe(isRight));

test.each<[string, string | null]>([
  ['Thank you, {author} at {object} ({rating})', null],
  [' ', replyPolicyWords.templateMissing],
  ['Hi {name}', replyPolicyWords.unknown('{name}')],
  ['Hi {}', replyPolicyWords.unknown('{}')],
])('the template %j', (template, problem) => expect(problemOfTemplate(template)).toBe(problem));
