import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ERROR_STATUS } from '@libs/kernel/app-error';
import { EVENT_TYPES } from '@src/webhooks/domain/subscription';
import { renderSample } from '@src/webhooks/payloads/sample';

/** Pages of docs/ that list what the service has. `npm run build` checks their links, and that the sidebar has every page. */
const read = (file: string): string => readFileSync(path.resolve(__dirname, '../..', file), 'utf8');

describe('docs/errors.md', () => {
  it('has every code of the service with its status, a meaning and what to do, in the order of the table (contract §7)', () => {
    const sections = read('docs/errors.md').split(/^### /m).slice(1);
    const listed = sections.map((section) => {
      const [code, meaning = '', advice = ''] = section.split('\n\n');
      const [, status, text = ''] = /^\*\*(\d{3})\*\* (.+)/.exec(meaning) ?? [];
      return [code, Number(status), text.length > 10 && advice.trim().length > 10];
    });
    expect(listed).toEqual(Object.entries(ERROR_STATUS).map(([code, status]) => [code, status, true]));
  });
});

describe('docs/webhook-events.md', () => {
  const sections = read('docs/webhook-events.md').split(/^## /m).slice(1);

  it('has every event of the service (contract §6.1)', () => {
    expect(sections.map((section) => section.split('\n')[0]).sort()).toEqual([...EVENT_TYPES].sort());
  });

  it.each(EVENT_TYPES)('%s has the body that the service sends (contract §6.2)', (event) => {
    const section = sections.find((one) => one.startsWith(`${event}\n`)) ?? '';
    const [, shown = ''] = /^```json\n([^]*?)^```$/m.exec(section) ?? [];
    const occurredAt = new Date('2026-11-23T08:00:00Z');
    const body = renderSample({ event, deliveryId: 4738, occurredAt, schemaVersion: 3, test: false });
    expect(JSON.parse(shown)).toEqual(JSON.parse(body.toString('utf8')));
  });
});

describe('README.md', () => {
  const readme = read('README.md');

  it('is one screen, and shows the start and the demonstration first', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(80);
    const [, first = ''] = /^```\n([^]*?)^```$/m.exec(readme) ?? [];
    expect(first).toMatch(/npm run demo:kit[^]*npm start[^]*npm test/);
  });
});
