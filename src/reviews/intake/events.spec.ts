import { defineEvent } from '@libs/events';
import { REVIEW_EVENTS } from './events';

test('the name of an event is defined once', () =>
  expect(() => defineEvent(REVIEW_EVENTS.appeared.name)).toThrow('the event ReviewsAppeared is defined twice'));
