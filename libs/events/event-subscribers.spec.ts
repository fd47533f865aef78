import { defineEvent } from './event-definition';
import { EventSubscribers } from './event-subscribers';

const HANDLED = defineEvent<{ readonly id: number }>('Handled');
const done = (): Promise<void> => Promise.resolve();

describe('the events that a worker defines', () => {
  it('have a subscriber each, or the worker does not start', () => {
    const subscribers = new EventSubscribers();
    expect(() => subscribers.assertComplete()).toThrow('no subscriber for Handled');
    subscribers.on(HANDLED, 'one', done);
    expect(() => subscribers.assertComplete()).not.toThrow();
    defineEvent('Forgotten');
    defineEvent('ForgottenToo');
    expect(() => subscribers.assertComplete()).toThrow('no subscriber for Forgotten, ForgottenToo:');
  });

  it('have names of their own', () => {
    expect(() => defineEvent('Handled')).toThrow('defined twice');
  });
});
