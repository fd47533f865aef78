import { clientOf, dataOf } from '../client';
import { ApiProblem } from '../problem';

/** The webhook of a delivery; null if no webhook of the account has it. The API names deliveries below their webhook only. */
export async function findDelivery(accountId: number, deliveryId: number): Promise<number | null> {
  const client = clientOf(accountId);
  const webhooks = await dataOf(client.GET('/v3/webhooks'));
  const found = await Promise.all(
    webhooks.data.map(async ({ id }) => {
      try {
        const path = { webhook_id: id, delivery_id: deliveryId };
        await dataOf(client.GET('/v3/webhooks/{webhook_id}/deliveries/{delivery_id}', { params: { path } }));
        return id;
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 404) return null;
        throw error;
      }
    }),
  );
  return found.find((id) => id !== null) ?? null;
}
