import { FIRST, Turn, TURN_MS, type TurnGrant, type TurnState } from './turn';

const grant = (places: number, more: Partial<TurnGrant> = {}): TurnGrant => ({
  accountId: 1,
  webhookId: 2,
  token: 'token',
  places,
  isSlow: false,
  isFailing: false,
  ...more,
});
const due = (...ids: readonly number[]): { at: string; id: number }[] =>
  ids.map((id) => ({ at: `2026-01-0${id}`, id }));

const ANSWERED = { timedOut: false, goesOn: true };
const LAST = { timedOut: false, goesOn: false };
const newsOf = (turn: Turn, results = 0): TurnState => turn.news(results) as TurnState;

describe('a turn', () => {
  it('begins with all its places looking, from the first delivery on', () => {
    const turn = new Turn(grant(4), 0);
    expect([turn.wants, turn.places, turn.after]).toEqual([4, 4, FIRST]);
  });

  it('goes on after the delivery that it read last', () => {
    const turn = new Turn(grant(2), 0);
    expect(turn.found(2, due(1, 2))).toEqual(due(1, 2));
    expect([turn.wants, turn.places, turn.after]).toEqual([0, 2, { at: '2026-01-02', id: 2 }]);
  });

  it('gives places up that found nothing, and is not given more then', () => {
    const turn = new Turn(grant(4), 0);
    expect(turn.canGrow(0)).toBe(true);
    turn.found(4, due(1));
    expect([turn.places, turn.canGrow(0), turn.isOver]).toEqual([1, false, false]);
  });

  it.each([
    ['goes on to the next', 10, ANSWERED, 1],
    ['is given up where the webhook did not answer in time', 10, { timedOut: true, goesOn: true }, 0],
    ['is given up where nothing is to be begun', 10, LAST, 0],
    ['is given up once the time of the turn is over', TURN_MS, ANSWERED, 0],
  ])('a place whose attempt ended %s', (_, now, how, places) => {
    const turn = new Turn(grant(1), 0);
    turn.found(1, due(1));
    turn.attempted(now, how);
    expect([turn.wants, turn.places]).toEqual([places, places]);
  });

  it('is over when nothing is under way and everything is written', () => {
    const turn = new Turn(grant(2), 0);
    turn.found(2, due(1, 2));
    turn.attempted(10, LAST);
    turn.attempted(10, LAST);
    expect([turn.isOver, turn.endsWith(1), turn.endsWith(2)]).toEqual([false, false, true]);
    turn.settled(1, 'success', true);
    expect([turn.isOver, turn.endsWith(1)]).toEqual([false, true]);
    turn.settled(2, 'success', true);
    expect([turn.isOver, turn.isToGiveBack]).toEqual([true, true]);
    turn.told(newsOf(turn));
    expect(turn.isToGiveBack).toBe(false);
  });

  it('is not over while more places are asked for', () => {
    const turn = new Turn(grant(1), 0);
    turn.askForPlaces();
    turn.found(1, []);
    expect([turn.places, turn.isOver]).toEqual([0, false]);
    turn.grow(2);
    expect([turn.wants, turn.isOver]).toEqual([2, false]);
    turn.found(2, []);
    expect(turn.isOver).toBe(true);
  });

  it('passes over what it has not written yet, though it is due anew, and looks on', () => {
    const turn = new Turn(grant(1), 0);
    turn.found(1, due(1));
    turn.attempted(10, ANSWERED);
    expect(turn.found(1, [{ at: '2026-01-02', id: 1 }])).toEqual([]);
    expect([turn.wants, turn.after]).toEqual([1, { at: '2026-01-02', id: 1 }]);
    turn.found(1, []);
    turn.settled(1, 'success', true);
    expect(turn.isOver).toBe(true);
  });

  it('is lost with a result that cannot be written: it is not given back', () => {
    const turn = new Turn(grant(1), 0);
    turn.found(1, due(1));
    turn.attempted(10, LAST);
    turn.settled(1, 'success', false);
    expect([turn.isOver, turn.isToGiveBack, turn.endsWith(0)]).toEqual([true, false, false]);
  });

  it('knows whether something has failed since the last success', () => {
    const turn = new Turn(grant(1, { isFailing: true }), 0);
    expect(turn.isFailing).toBe(true);
    turn.settled(1, 'success', true);
    expect(turn.isFailing).toBe(false);
    turn.settled(2, 'retry', true);
    expect(turn.isFailing).toBe(true);
  });

  describe('what PostgreSQL is told of it', () => {
    it('is nothing while it has the places and the time limit that PostgreSQL knows', () => {
      const turn = new Turn(grant(1), 0);
      turn.found(1, due(1));
      turn.attempted(10, ANSWERED);
      expect(turn.news(1)).toBeNull();
    });

    it('is each change, once', () => {
      const turn = new Turn(grant(2), 0);
      turn.found(2, due(1));
      const fewer = newsOf(turn);
      expect(fewer).toMatchObject({ webhookId: 2, token: 'token', places: 1, timedOut: false, isOver: false });
      turn.told(fewer);
      expect(turn.news(0)).toBeNull();
    });

    it.each([
      [false, true],
      [true, false],
    ])('is that the last attempt ran into the time limit, %s before and %s now', (before, now) => {
      const turn = new Turn(grant(2, { isSlow: before }), 0);
      turn.found(2, due(1, 2));
      turn.attempted(10, { timedOut: now, goesOn: true });
      expect(newsOf(turn, 1).timedOut).toBe(now);
    });

    it('is its state anew once it has grown: which of the two was written last, nobody knows', () => {
      const turn = new Turn(grant(1), 0);
      turn.found(1, due(1));
      turn.askForPlaces();
      turn.told({ webhookId: 2, token: 'token', places: 1, timedOut: false, isOver: false });
      turn.grow(2);
      expect(newsOf(turn).places).toBe(3);
      turn.told(newsOf(turn));
      expect(turn.news(0)).toBeNull();
    });
  });
});
