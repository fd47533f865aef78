import { facts, type StatedFacts } from './facts';

const stated: StatedFacts = {
  id: 900,
  slug: 'scripted',
  displayName: 'Scripted',
  baseUrl: 'https://scripted.example',
  ratingScale: 5,
  hosts: ['scripted.example'],
  politeness: { concurrency: 1, minDelayMs: 1_000, dailyRequests: 1_000 },
  rawPrivacy: { names: [], drop: [] },
};

describe('the facts of a platform (contract §2.4)', () => {
  it('are those of a platform with ids of reviews, and without replies and images', () => {
    expect(facts(stated)).toStrictEqual({
      ...stated,
      hasReply: false,
      hasImages: false,
      canPublishReply: false,
      replyMaxLength: null,
      replyLengthUnit: null,
      idStability: 'strong',
      contentLimit: null,
    });
  });

  it('are those that the platform states', () => {
    const other = { hasReply: true, hasImages: true, idStability: 'weak', requestHosts: ['api.example'] } as const;
    expect(facts({ ...stated, ...other })).toMatchObject(other);
  });

  it.each([
    [{ characters: 350 }, { canPublishReply: true, replyMaxLength: 350, replyLengthUnit: 'characters' }],
    [{ bytes: 4_096 }, { canPublishReply: true, replyMaxLength: 4_096, replyLengthUnit: 'bytes' }],
  ] as const)('say that replies of %j can be published', (replyLimit, expected) => {
    expect(facts({ ...stated, replyLimit })).toMatchObject(expected);
    expect(facts({ ...stated, replyLimit })).not.toHaveProperty('replyLimit');
  });
});
