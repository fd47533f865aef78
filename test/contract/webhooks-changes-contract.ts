/** Listing, changing and deleting webhooks (contract §4.11). */
import { dataOf, WRONG_IDS, type Answer, type Json } from './contract-client';
import { fieldsIn, keysOf, TARGET, V3_TYPES, type WebhooksFixture } from './webhooks-fixture';

export function describeChanges(fixture: WebhooksFixture): void {
  const {
    version,
    path,
    aClient,
    clientOf,
    checkDocumented,
    aWebhook,
    patch,
    remove,
    test,
    listWebhooks,
    expectError,
    anObject,
  } = fixture;

  describe(`GET ${path}`, () => {
    it('contract §4.11: returns only {data}: the webhooks of the account, oldest first, without the secret', async () => {
      const ids = [await aWebhook(), await aWebhook(), await aWebhook()];
      await aWebhook({}, await aClient());
      const answer = checkDocumented('GET', path, await fixture.me.get(path));
      expect(keysOf(answer.body)).toEqual(['data']);
      expect(dataOf(answer).map((webhook) => webhook['id'])).toEqual(ids);
      for (const webhook of dataOf(answer)) expect(keysOf(webhook)).toEqual(fieldsIn(version));
      expect(answer.text).not.toContain('whsec_');
    });

    it('lists and changes webhooks that were created in the other version', async () => {
      const other = version === 'v2' ? 'v3' : 'v2';
      const created = await clientOf(other).post(`/${other}/webhooks`, {
        target: TARGET,
        event_types: ['replies.new'],
      });
      expect((await listWebhooks()).map((webhook) => webhook['id'])).toEqual([created.body['id']]);
      const changed = await patch(created.body['id'] as number, { is_active: false });
      expect([changed.status, changed.body['is_active']]).toEqual([200, false]);
    });
  });

  describe(`${path}/{webhook_id}`, () => {
    it(`contract §4.11: GET of one webhook exists only in v3 (here ${version})`, async () => {
      const id = await aWebhook();
      const answer = await fixture.me.get(`${path}/${id}`);
      if (version === 'v3')
        expect(checkDocumented('GET', `${path}/${id}`, answer).body).toEqual((await listWebhooks())[0]);
      else expectError(answer, 405, 'method_not_allowed');
    });

    const CHANGES: readonly (readonly [string, unknown])[] = [
      ['target', 'https://other.example.com/'],
      ['event_types', ['replies.new', 'scrape.run.finished']],
      ['bucket_window', 'daily_0'],
      ['filters', { has_text: true }],
      ['is_active', false],
    ];

    it.each(CHANGES)('contract §4.11: PATCH of %s changes no other field', async (field, value) => {
      const object = await anObject();
      const id = await aWebhook({ object_ids: [object], filters: { has_images: true } });
      const [before] = await listWebhooks();
      await fixture.app.database.query(
        `update webhook set created_at = created_at - interval '1 hour', updated_at = updated_at - interval '1 hour',
           failure_count = 7, last_failure_at = now() where id = $1`,
        [id],
      );
      const { status, body } = await patch(id, { [field]: value });
      expect([status, body[field]]).toEqual([200, value]);
      const { created_at: createdAt, updated_at: updatedAt, last_failure_at: _, ...rest } = body;
      expect(String(updatedAt) > String(createdAt)).toBe(true);
      const { created_at: _c, updated_at: _u, last_failure_at: _l, ...unchanged } = before as Json;
      expect(rest).toEqual({ ...unchanged, failure_count: 7, [field]: value });
    });

    it('PATCH of object_ids accepts objects of the account; null and [] select all; others give 404 and change nothing', async () => {
      const own = await anObject();
      const foreign = await anObject(await aClient());
      const id = await aWebhook();
      expect((await patch(id, { object_ids: [own] })).body['object_ids']).toEqual([own]);
      expectError(await patch(id, { object_ids: [own, foreign], is_active: false }), 404, 'not_found');
      expect((await listWebhooks())[0]).toMatchObject({ object_ids: [own], is_active: true });
      expect((await patch(id, { object_ids: null })).body['object_ids']).toBeNull();
      await patch(id, { object_ids: [own] });
      expect((await patch(id, { object_ids: [] })).body['object_ids']).toBeNull();
    });

    it('a deleted object is removed from object_ids, but the last one stays, because an empty list means all objects (contract §2.7)', async () => {
      const [first, second, third] = [await anObject(), await anObject(), await anObject()];
      const id = await aWebhook({ object_ids: [third, first, second] });
      const objectIds = async (): Promise<unknown> => (await listWebhooks())[0]?.['object_ids'];
      const deleteObject = (object: number): Promise<Answer> => fixture.me.delete(`${fixture.objects}/${object}`);
      await deleteObject(first);
      expect(await objectIds()).toEqual([third, second]);
      // A client may send back the list that it received.
      expect((await patch(id, { object_ids: await objectIds() })).status).toBe(200);
      await deleteObject(third);
      expect((await patch(id, { is_active: false })).body['object_ids']).toEqual([second]);
      await deleteObject(second);
      expect(await objectIds()).toEqual([second]);
      expect((await patch(id, { is_active: true })).body['object_ids']).toEqual([second]);
      expectError(await patch(id, { object_ids: [second] }), 404, 'not_found');
    });

    it('replaces all filters; null removes them', async () => {
      const id = await aWebhook({ filters: { has_text: true, allowed_ratings: [1] } });
      expect((await patch(id, { filters: { has_images: true } })).body['filters']).toEqual({ has_images: true });
      expect((await patch(id, { filters: null })).body['filters']).toEqual({});
    });

    it('contract §3.4: pauses and resumes a webhook and keeps its settings', async () => {
      const id = await aWebhook({ bucket_window: 'daily_3' });
      expect((await patch(id, { is_active: false })).body).toMatchObject({
        is_active: false,
        bucket_window: 'daily_3',
      });
      expect((await patch(id, { is_active: true })).body).toMatchObject({ is_active: true, bucket_window: 'daily_3' });
    });

    it('an empty change, an unknown field, and null for a field that needs a value give 422', async () => {
      const id = await aWebhook();
      for (const body of [
        {},
        { failure_count: 0 },
        { target: null },
        { is_active: null },
        { event_types: null },
        { bucket_window: null },
      ])
        expectError(await patch(id, body), 422, 'validation_error');
    });

    it.each(V3_TYPES)('%s can be set only through v3, on webhooks that were created in v3', async (type) => {
      const created = async (other: 'v2' | 'v3'): Promise<number> =>
        (await clientOf(other).post(`/${other}/webhooks`, { target: TARGET, event_types: ['reviews.new'] })).body[
          'id'
        ] as number;
      expectError(await patch(await created('v2'), { event_types: [type] }), 422, 'validation_error');
      const onV3 = await patch(await created('v3'), { event_types: [type] });
      expect(onV3.status).toBe(version === 'v3' ? 200 : 422);
    });

    it('v2 returns a webhook of v3 with its types, and can change the other fields', async () => {
      const { body } = await clientOf('v3').post('/v3/webhooks', { target: TARGET, event_types: ['reviews.deleted'] });
      expect((await listWebhooks())[0]).toMatchObject({ event_types: ['reviews.deleted'] });
      const changed = await patch(body['id'] as number, { bucket_window: 'daily_5' });
      expect(changed.body).toMatchObject({ event_types: ['reviews.deleted'], bucket_window: 'daily_5' });
    });

    it('concurrent changes of different fields are both stored', async () => {
      const id = await aWebhook();
      for (let round = 0; round < 10; round += 1) {
        const window = `daily_${round}`;
        await Promise.all([patch(id, { bucket_window: window }), patch(id, { is_active: round % 2 === 0 })]);
        expect((await listWebhooks())[0]).toMatchObject({ bucket_window: window, is_active: round % 2 === 0 });
      }
    });

    it('contract §4.11: DELETE gives 204 with an empty body; further requests for the webhook give 404', async () => {
      const id = await aWebhook();
      const answer = await remove(id);
      expect([answer.status, answer.text]).toEqual([204, '']);
      for (const again of [await remove(id), await patch(id, { is_active: true }), await test(id)])
        expectError(again, 404, 'not_found');
      expect(await listWebhooks()).toEqual([]);
    });

    it('contract §7.1: a webhook of another account gives the same 404 as a missing one, byte for byte', async () => {
      const foreign = await aWebhook({}, await aClient());
      const calls: readonly ((id: number) => Promise<Answer>)[] = [
        (id) => patch(id, { is_active: false }),
        (id) => remove(id),
        (id) => test(id),
      ];
      for (const call of calls) {
        const [one, other] = [await call(foreign), await call(900_000_000)];
        expectError(one, 404, 'not_found');
        expect(one.text).toBe(other.text);
      }
    });

    it.each(WRONG_IDS)('contract §1.3: the id %s gives 422', async (id) => {
      expectError(await fixture.me.patch(`${path}/${id}`, { is_active: true }), 422, 'validation_error');
      expectError(await fixture.me.delete(`${path}/${id}`), 422, 'validation_error');
      expectError(await fixture.me.post(`${path}/${id}/test`, undefined), 422, 'validation_error');
    });
  });
}
