import { ExchangeBudget } from './exchange-budget';

describe('the budget of stored exchanges', () => {
  const taken = (budget: ExchangeBudget, webhookId: number, isSuccess: boolean, now = 0): number =>
    Array.from({ length: 100 }, () => budget.take(webhookId, isSuccess, now)).filter(Boolean).length;

  it('has ten successes and sixty failures for each webhook and minute', () => {
    const budget = new ExchangeBudget();
    expect([taken(budget, 1, true), taken(budget, 1, false)]).toEqual([10, 60]);
    expect([taken(budget, 2, true), taken(budget, 1, true, 59_999)]).toEqual([10, 0]);
    expect(taken(budget, 1, true, 60_000)).toBe(10);
  });
});
