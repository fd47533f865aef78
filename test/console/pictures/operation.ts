import type { JourneyHost } from '../support/harbor';

/** What an operator sees: the hours of the sources, drift, rests, workers, failed work and messages. */
export async function anOperation({ app, account }: JourneyHost): Promise<void> {
  const { database } = app;
  await database.query(
    `insert into source_hour (source_id, hour, outcome, visits, on_time, new_reviews, last_at)
     select s.id, date_trunc('hour', now(), 'UTC') - h * interval '1 hour', x.outcome,
       greatest(1, x.visits - case when s.slug = 'trustpilot' and x.outcome = 'success' then greatest(0, 60 - h * 6) else 0 end
         + case when s.slug = 'trustpilot' and x.outcome = 'blocked' then greatest(0, 60 - h * 6) else 0 end + (h * 7 + s.id) % 3),
       x.visits - 1, (h * 3 + s.id) % 40, now() - h * interval '1 hour' - s.id * interval '3 seconds'
     from source s, generate_series(0, 23) h, (values ('success', 64), ('blocked', 1), ('timeout', 1)) x (outcome, visits)
     where x.outcome = 'success' or s.slug in ('trustpilot', 'booking', '2gis')`,
  );
  await database.query(
    `insert into field_hour (source_id, hour, field, reviews, filled, links)
     select s.id, date_trunc('hour', now(), 'UTC') - h * interval '1 hour', f.field, 480,
       case when f.field = 'author' and s.slug = 'trustpilot' and h < 12 then 298 else round(480 * f.share) end, 12
     from source s, generate_series(0, 335) h,
       (values ('rating', 0.999), ('text', 0.86), ('date', 1), ('author', 0.996), ('reply', 0.41), ('images', 0.09)) f (field, share)`,
  );
  await database.query(
    `insert into source_alarm (source_id, field, usual, share, alarm_below, reviews, links, accounts, raised_at)
     select id, 'author', 0.996, 0.62, 0.946, 480, 12, 3, now() - interval '10 hours' from source where slug = 'trustpilot'`,
  );
  await database.query(
    `insert into source_event (source_id, kind, facts, at)
     select s.id, x.kind, x.facts::jsonb, now() - x.ago::interval from source s, (values
       ('drift', '{"field": "author", "share": 0.62, "usual": 0.996}', '10 hours'),
       ('rests', '{"pages": 8, "for_s": 4800}', '40 minutes')) x (kind, facts, ago) where s.slug = 'trustpilot'`,
  );
  await database.query(
    `insert into source_pace (source_id, used_on, requests_used, closed_until)
     select id, (now() at time zone 'UTC')::date, 400 + id * 70, case when slug = 'trustpilot' then now() + interval '40 minutes' else '-infinity' end
     from source
     on conflict (source_id) do update set used_on = excluded.used_on, requests_used = excluded.requests_used, closed_until = excluded.closed_until`,
  );
  await database.query(
    `insert into running_process (id, role, version, started_at, work)
     select gen_random_uuid(), x.role, (select version from running_process limit 1), now() - interval '3 days', x.work::jsonb from (values
       ('api', '[]'),
       ('worker', '[{"noun": "collections", "running": 7, "slots": 8}, {"noun": "replies", "running": 1, "slots": 4}]'),
       ('worker', '[{"noun": "collections", "running": 8, "slots": 8}, {"noun": "replies", "running": 0, "slots": 4}]')) x (role, work)
     where exists (select from running_process)`,
  );
  await database.query(
    `insert into support_message (account_id, person_id, subject, message, contact, created_at)
     select $1, (select min(person_id) from membership where account_id = $1), x.subject, x.message, x.contact, now() - x.ago::interval from (values
       ('Where is my invoice?', 'The invoice of October is not in our mail. Send it again to the address of the account.', 'ana@harbor-hotels.example', '2 hours'),
       ('Trustpilot is behind', 'Three of our hotels show no new reviews since yesterday.', null, '9 hours'),
       (null, repeat('Donaudampfschifffahrtsgesellschaft ', 9), null, '3 days')) x (subject, message, contact, ago)`,
    [account.accountId],
  );
  await database.query(
    `insert into outgoing_mail (account_id, recipient, subject, body, status, attempts, ended_at, last_error)
     values ($1, 'a@harbor-hotels.example', 's', 'b', 'given_up', 12, now() - interval '3 hours', 'no route to host')`,
    [account.accountId],
  );
}
