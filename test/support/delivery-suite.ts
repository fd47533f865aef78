/** Set-up of tests of delivery attempts: one database for the file, and a worker, an account and receivers for each test. */
import type { Database } from '@libs/database';
import { anAccount, deliveryHarness, removeDeliveries, type DeliveryHarness } from './delivery-harness';
import { storeFixture, type StoreFixture } from './store-fixture';
import { WebhookReceiver, type StatusFunction } from './webhook-receiver';

export interface DeliverySuite {
  readonly fixture: StoreFixture;
  readonly database: Database;
  readonly harness: DeliveryHarness;
  /** An account without webhooks. */
  readonly accountId: number;
}

/** Functions of the current test. */
export interface DeliverySuiteTools {
  /** A receiver that listens until the test ends. */
  receiver(status?: number | StatusFunction): Promise<WebhookReceiver>;
  /** Runs after the test. */
  afterTest(stop: () => void | Promise<void>): void;
}

/** Registers the hooks of a suite; `setUp` is called before each test. */
export function deliverySuite(setUp: (suite: DeliverySuite) => void): DeliverySuiteTools {
  const stops: (() => void | Promise<void>)[] = [];
  let fixture: StoreFixture;
  let harness: DeliveryHarness;
  beforeAll(async () => {
    fixture = await storeFixture();
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    const { database } = fixture;
    await removeDeliveries(database);
    harness = await deliveryHarness(database);
    setUp({ fixture, database, harness, accountId: await anAccount(database) });
  });
  afterEach(async () => {
    await harness.close();
    for (const stop of stops.splice(0)) await stop();
  });
  return {
    receiver: async (status = 200) => {
      const server = new WebhookReceiver(status);
      stops.push(() => server.close());
      await server.listen();
      return server;
    },
    afterTest: (stop) => void stops.push(stop),
  };
}
