import { EventDefinition } from './event-definition';
import { EventSubscribers } from './event-subscribers';

const HANDLED = new EventDefinition<{ readonly id: number }>('Handled');
const done = (): Promise<void> => Promise.resolve();

describe('the events that a process defines', () => {
  it('must each have a subscriber in a worker', () => {
    const subscribers = new EventSubscribers();
    expect(() => subscribers.assertComplete(['Handled'])).toThrow('no subscriber for Handled');
    subscribers.on(HANDLED, 'one', done);
    expect(() => subscribers.assertComplete(['Handled'])).not.toThrow();
    expect(() => subscribers.assertComplete(['Forgotten', 'Handled', 'ForgottenToo'])).toThrow(
      'no subscriber for Forgotten, ForgottenToo:',
    );
  });
});
