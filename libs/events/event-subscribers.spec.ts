import { defineEvent } from './event-definition';
import { EventSubscribers } from './event-subscribers';

const HANDLED = defineEvent<{ readonly id: number }>('Handled');
const done = (): Promise<void> => Promise.resolve();

describe('the events that a process defines', () => {
  it('must each have a subscriber in a worker', () => {
    const subscribers = new EventSubscribers();
    expect(() => subscribers.assertComplete()).toThrow('no subscriber for Handled');
    subscribers.on(HANDLED, 'one', done);
    expect(() => subscribers.assertComplete()).not.toThrow();
    defineEvent('Forgotten');
    defineEvent('ForgottenToo');
    expect(() => subscribers.assertComplete()).toThrow('no subscriber for Forgotten, ForgottenToo:');
  });

  it('must have different names', () => {
    expect(() => defineEvent('Handled')).toThrow('defined twice');
  });
});
