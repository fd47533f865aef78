import { operationName } from './operation-name';

describe('operationName', () => {
  it.each([
    ['POST', '/v3/objects', 'createObject'],
    ['GET', '/v3/objects', 'listObjects'],
    ['GET', '/v3/objects/{object_id}', 'getObject'],
    ['PUT', '/v3/objects/{object_id}', 'updateObject'],
    ['DELETE', '/v2/groups/{group_id}', 'deleteGroup'],
    ['POST', '/v3/objects/{object_id}/collect', 'collectObject'],
    ['GET', '/v3/objects/{object_id}/hidden-reviews', 'listHiddenReviews'],
    ['GET', '/v3/webhooks/{webhook_id}/deliveries/{delivery_id}', 'getDelivery'],
    ['POST', '/v3/webhooks/{webhook_id}/test', 'testWebhook'],
    ['PATCH', '/v3/admin/accounts/{account_id}', 'updateAdminAccount'],
    ['PATCH', '/v3/account', 'updateAccount'],
    ['GET', '/health', 'getHealth'],
  ])('names %s %s %s', (method, path, name) => expect(operationName(method, path)).toBe(name));
});
