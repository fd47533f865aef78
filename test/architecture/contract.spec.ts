import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ERROR_STATUS } from '@libs/kernel/app-error';
import { ROUTE_TABLE } from '../matrix/route-table';

/** docs/contract.md is written by hand. These tests compare its error codes and endpoints with the service. */
const contract = readFileSync(path.resolve(__dirname, '../../docs/contract.md'), 'utf8');

describe('docs/contract.md', () => {
  it('§7 lists exactly the error codes of the service, with their status', () => {
    const errors = /^## 7\. [\s\S]*?(?=^## 8\. )/m.exec(contract)?.[0] ?? '';
    const listed = [...errors.matchAll(/^\| (\d{3}) +\| ([^|]+)/gm)].flatMap(([, status, codes = '']) =>
      (codes.match(/[a-z_]{4,}/g) ?? []).map((code) => `${status} ${code}`),
    );
    const known = Object.entries(ERROR_STATUS).map(([code, status]) => `${status} ${code}`);
    expect([...new Set(listed)].sort()).toEqual(known.sort());
  });

  it('§4 names every endpoint of the service', () => {
    const endpoints = /^## 4\. [\s\S]*?(?=^## 5\. )/m.exec(contract)?.[0] ?? '';
    // v3 has the endpoints of v2 under other names (§4.13); some sections give paths relative to a base (§4.10, §4.16).
    const missing = ROUTE_TABLE.map(({ route }) => route.split(' ')[1] ?? '')
      .filter((template) => !template.startsWith('/v3/') || !isRenamed(template))
      .filter((template) => !spellings(template).some((spelling) => endpoints.includes(spelling)));
    expect([...new Set(missing)]).toEqual([]);
  });
});

const V2 = new Set(
  ROUTE_TABLE.map(({ route }) => route.split(' ')[1] ?? '').filter((template) => template.startsWith('/v2/')),
);

const isRenamed = (template: string): boolean =>
  V2.has(template.replace('/v3/', '/v2/').replace('/objects', '/groups').replace('{object_id}', '{group_id}'));

/** The forms in which the contract writes a path: in full, or relative to the path at the beginning of its section or row. */
const spellings = (template: string): readonly string[] => [
  template,
  template.replace(/^\/v2\/groups\/\{group_id\}/, ''),
  template.replace(/^\/v3\/admin/, ''),
  template.replace(/^\/v3\/webhooks\/\{webhook_id\}/, '…'),
];
