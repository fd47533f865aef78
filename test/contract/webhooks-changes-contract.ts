/** Webhooks listed, changed and deleted (contract §4.11). */
import { dataOf, WRONG_IDS, type Answer, type Json } from './contract-client';
import { FIELDS, keysOf, TARGET, V3_TYPES, type WebhooksWorld } from './webhooks-world';

export function describeChanges(world: WebhooksWorld): void {
  const { version, path, aClient, through, documented, aWebhook, patch, remove, test, listed, refused, anObject } =
    world;

  describe(`GET ${path}`, () => {
    it('§4.11: {data: [Webhook]}, no paging, no secret; oldest first; own alone', async () => {
      const ids = [await aWebhook(), await aWebhook(), await aWebhook()];
      await aWebhook({}, await aClient());
      const answer = documented('GET', path, await world.me.get(path));
      expect(keysOf(answer.body)).toEqual(['data']);
      expect(dataOf(answer).map((webhook) => webhook['id'])).toEqual(ids);
      for (const webhook of dataOf(answer)) expect(keysOf(webhook)).toEqual(FIELDS);
      expect(answer.text).not.toContain('whsec_');
    });

    it('webhooks created in the other version are in the same list', async () => {
      const other = version === 'v2' ? 'v3' : 'v2';
      const born = await through(other).post(`/${other}/webhooks`, { target: TARGET, event_types: ['replies.new'] });
      expect((await listed()).map((webhook) => webhook['id'])).toEqual([born.body['id']]);
      const changed = await patch(born.body['id'] as number, { is_active: false });
      expect([changed.status, changed.body['is_active']]).toEqual([200, false]);
    });
  });

  describe(`${path}/{webhook_id}`, () => {
    it(`contract §4.11: GET of one is v3’s: ${version}`, async () => {
      const id = await aWebhook();
      const answer = await world.me.get(`${path}/${id}`);
      if (version === 'v3') expect(documented('GET', `${path}/${id}`, answer).body).toEqual((await listed())[0]);
      else refused(answer, 405, 'method_not_allowed');
    });

    const CHANGES: readonly (readonly [string, unknown])[] = [
      ['target', 'https://other.example.com/'],
      ['event_types', ['replies.new', 'scrape.run.finished']],
      ['bucket_window', 'daily_0'],
      ['filters', { has_text: true }],
      ['is_active', false],
    ];

    it.each(CHANGES)('§4.11: PATCH of %s alone changes it and nothing else', async (field, value) => {
      const object = await anObject();
      const id = await aWebhook({ object_ids: [object], filters: { has_images: true } });
      const [before] = await listed();
      await world.app.database.query(
        `update webhook set created_at = created_at - interval '1 hour', updated_at = updated_at - interval '1 hour',
           failure_count = 7, last_failure_at = now() where id = $1`,
        [id],
      );
      const { status, body } = await patch(id, { [field]: value });
      expect([status, body[field]]).toEqual([200, value]);
      const { created_at: createdAt, updated_at: updatedAt, last_failure_at: _, ...rest } = body;
      expect(String(updatedAt) > String(createdAt)).toBe(true);
      const { created_at: _c, updated_at: _u, last_failure_at: _l, ...was } = before as Json;
      expect(rest).toEqual({ ...was, failure_count: 7, [field]: value });
    });

    it('PATCH of object_ids: own ones, all by null or [], else 404 and nothing changes', async () => {
      const own = await anObject();
      const foreign = await anObject(await aClient());
      const id = await aWebhook();
      expect((await patch(id, { object_ids: [own] })).body['object_ids']).toEqual([own]);
      refused(await patch(id, { object_ids: [own, foreign], is_active: false }), 404, 'not_found');
      expect((await listed())[0]).toMatchObject({ object_ids: [own], is_active: true });
      expect((await patch(id, { object_ids: null })).body['object_ids']).toBeNull();
      await patch(id, { object_ids: [own] });
      expect((await patch(id, { object_ids: [] })).body['object_ids']).toBeNull();
    });

    it('a deleted object is removed from the list, whose order stays; the empty list does not become all objects (§2.7)', async () => {
      const [first, second, third] = [await anObject(), await anObject(), await anObject()];
      const id = await aWebhook({ object_ids: [third, first, second] });
      const shown = async (): Promise<unknown> => (await listed())[0]?.['object_ids'];
      const gone = (object: number): Promise<Answer> => world.me.delete(`${world.objects}/${object}`);
      await gone(first);
      expect(await shown()).toEqual([third, second]);
      // A client may write back what it has read.
      expect((await patch(id, { object_ids: await shown() })).status).toBe(200);
      await gone(third);
      expect((await patch(id, { is_active: false })).body['object_ids']).toEqual([second]);
      await gone(second);
      expect(await shown()).toEqual([second]);
      expect((await patch(id, { is_active: true })).body['object_ids']).toEqual([second]);
      refused(await patch(id, { object_ids: [second] }), 404, 'not_found');
    });

    it('filters are replaced as a whole; null removes them', async () => {
      const id = await aWebhook({ filters: { has_text: true, allowed_ratings: [1] } });
      expect((await patch(id, { filters: { has_images: true } })).body['filters']).toEqual({ has_images: true });
      expect((await patch(id, { filters: null })).body['filters']).toEqual({});
    });

    it('§3.4: paused and resumed, settings kept', async () => {
      const id = await aWebhook({ bucket_window: 'daily_3' });
      expect((await patch(id, { is_active: false })).body).toMatchObject({
        is_active: false,
        bucket_window: 'daily_3',
      });
      expect((await patch(id, { is_active: true })).body).toMatchObject({ is_active: true, bucket_window: 'daily_3' });
    });

    it('an empty change is 422, an unknown field too, and so is null where it means nothing', async () => {
      const id = await aWebhook();
      for (const body of [
        {},
        { failure_count: 0 },
        { target: null },
        { is_active: null },
        { event_types: null },
        { bucket_window: null },
      ])
        refused(await patch(id, body), 422, 'validation_error');
    });

    it.each(V3_TYPES)('%s is only for webhooks created in v3 and set through v3', async (type) => {
      const born = async (other: 'v2' | 'v3'): Promise<number> =>
        (await through(other).post(`/${other}/webhooks`, { target: TARGET, event_types: ['reviews.new'] })).body[
          'id'
        ] as number;
      refused(await patch(await born('v2'), { event_types: [type] }), 422, 'validation_error');
      const onV3 = await patch(await born('v3'), { event_types: [type] });
      expect(onV3.status).toBe(version === 'v3' ? 200 : 422);
    });

    it('v2 shows a webhook of v3 with its types, and changes the rest of it', async () => {
      const { body } = await through('v3').post('/v3/webhooks', { target: TARGET, event_types: ['reviews.deleted'] });
      expect((await listed())[0]).toMatchObject({ event_types: ['reviews.deleted'] });
      const changed = await patch(body['id'] as number, { bucket_window: 'daily_5' });
      expect(changed.body).toMatchObject({ event_types: ['reviews.deleted'], bucket_window: 'daily_5' });
    });

    it('two changes at once of different fields are both stored', async () => {
      const id = await aWebhook();
      for (let round = 0; round < 10; round += 1) {
        const window = `daily_${round}`;
        await Promise.all([patch(id, { bucket_window: window }), patch(id, { is_active: round % 2 === 0 })]);
        expect((await listed())[0]).toMatchObject({ bucket_window: window, is_active: round % 2 === 0 });
      }
    });

    it('§4.11: DELETE is 204 with an empty body; then everything about it is 404', async () => {
      const id = await aWebhook();
      const answer = await remove(id);
      expect([answer.status, answer.text]).toEqual([204, '']);
      for (const again of [await remove(id), await patch(id, { is_active: true }), await test(id)])
        refused(again, 404, 'not_found');
      expect(await listed()).toEqual([]);
    });

    it('§7.1: a foreign one is as missing, byte for byte', async () => {
      const foreign = await aWebhook({}, await aClient());
      const calls: readonly ((id: number) => Promise<Answer>)[] = [
        (id) => patch(id, { is_active: false }),
        (id) => remove(id),
        (id) => test(id),
      ];
      for (const call of calls) {
        const [one, other] = [await call(foreign), await call(900_000_000)];
        refused(one, 404, 'not_found');
        expect(one.text).toBe(other.text);
      }
    });

    it.each(WRONG_IDS)('contract §1.3: the id %s is 422', async (id) => {
      refused(await world.me.patch(`${path}/${id}`, { is_active: true }), 422, 'validation_error');
      refused(await world.me.delete(`${path}/${id}`), 422, 'validation_error');
      refused(await world.me.post(`${path}/${id}/test`, undefined), 422, 'validation_error');
    });
  });
}
