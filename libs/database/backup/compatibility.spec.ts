import type { BackupManifest } from './backup-folder';
import { compareWithSite, type RestoreSite } from './compatibility';

const KEY = 'ab'.repeat(16);
const OTHER = 'cd'.repeat(16);

const manifest = (changes: Partial<BackupManifest> = {}): BackupManifest => ({
  format: 1,
  name: '20261128T100000Z',
  hrev_version: '0.2.0',
  started_at: '2026-11-28T10:00:00.000Z',
  ended_at: '2026-11-28T10:00:05.000Z',
  migrations: ['One1', 'Two2'],
  postgres: {
    version: '18.4',
    major: 18,
    system_id: '7',
    timeline: 1,
    start_lsn: '0/2000028',
    end_lsn: '0/2000120',
    segment_bytes: 16_777_216,
  },
  platform: { os: 'linux', architecture: 'x64' },
  encryption_key: { fingerprint: KEY },
  files: { 'base.tar.gz': { bytes: 1, sha256: '' }, backup_manifest: { bytes: 1, sha256: '' } },
  ...changes,
});

const site = (changes: Partial<RestoreSite> = {}): RestoreSite => ({
  hrevVersion: '0.1.0',
  migrations: ['One1', 'Two2'],
  formerMigrations: ['Old1', 'Old2'],
  postgresMajor: 18,
  os: 'linux',
  architecture: 'x64',
  keyFingerprints: [KEY],
  ...changes,
});

describe('the comparison before a restore (docs/operations/backup.md)', () => {
  it('states everything and refuses nothing where all agree', () => {
    const lines = compareWithSite(manifest(), site());
    expect(lines.map(({ what, backup, here }) => [what, backup, here])).toEqual([
      ['hrev', '0.2.0', '0.1.0'],
      ['schema', 'Two2', 'Two2'],
      ['PostgreSQL', '18.4', '18'],
      ['platform', 'linux x64', 'linux x64'],
      ['encryption key', 'abababababab', 'abababababab'],
    ]);
    expect(lines.flatMap(({ refusal, note }) => [refusal, note])).toEqual(Array.from({ length: 10 }, () => null));
  });

  it.each<[string, Partial<BackupManifest>, Partial<RestoreSite>, RegExp]>([
    ['schema', {}, { migrations: ['One1'] }, /a newer version of hrev made this backup: restore it with hrev 0.2.0/],
    ['PostgreSQL', {}, { postgresMajor: 19 }, /restore it with hrev 0.2.0, or with a server of PostgreSQL 18/],
    ['platform', {}, { architecture: 'arm64' }, /on its own platform only/],
    ['platform', {}, { os: 'darwin' }, /on its own platform only/],
    ['encryption key', {}, { keyFingerprints: [OTHER] }, /the key abababababab sealed the secrets/],
    ['encryption key', {}, { keyFingerprints: [] }, /--key-is-lost/],
  ])('refuses a difference of the %s', (what, there, here, message) => {
    const refusals = compareWithSite(manifest(there), site(here)).filter(({ refusal }) => refusal !== null);
    expect(refusals).toEqual([expect.objectContaining({ what, refusal: expect.stringMatching(message) as string })]);
  });

  it.each<[string, Partial<BackupManifest>, Partial<RestoreSite>]>([
    ['an older schema', { migrations: ['One1'] }, {}],
    ['an older key', {}, { keyFingerprints: [OTHER, KEY] }],
    ['a backup without secrets', { encryption_key: { fingerprint: null } }, { keyFingerprints: [] }],
  ])('accepts %s', (_, there, here) => {
    expect(compareWithSite(manifest(there), site(here)).filter(({ refusal }) => refusal !== null)).toEqual([]);
  });

  it.each<[string[], string, string | null]>([
    [['One1'], 'One1', 'the restore ends with the missing migrations'],
    [['Old1', 'Old2'], 'Old2', 'the restore ends with the missing migrations'],
    [['One1', 'Two2'], 'Two2', null],
    [['Old1', 'Old2', 'One1', 'Two2'], 'Two2', null],
  ])('says of a schema with the migrations %j that it ends with %s', (migrations, backup, note) => {
    expect(compareWithSite(manifest({ migrations }), site())[1]).toMatchObject({ backup, here: 'Two2', note });
  });
});
