import type { BackupManifest } from './backup-folder';

/** Where a backup is to be restored. */
export interface RestoreSite {
  readonly hrevVersion: string;
  /** Names of the migrations of this version, oldest first. */
  readonly migrations: readonly string[];
  /** Names of the migrations that they have replaced. */
  readonly formerMigrations: readonly string[];
  readonly postgresMajor: number;
  readonly os: string;
  readonly architecture: string;
  /** Fingerprints of the encryption keys of this installation; empty if it has none. */
  readonly keyFingerprints: readonly string[];
}

/** One comparison of a backup with the place of its restore. */
export interface Comparison {
  readonly what: 'hrev' | 'schema' | 'PostgreSQL' | 'platform' | 'encryption key';
  readonly backup: string;
  readonly here: string;
  /** Why the backup cannot be restored here, and what to do; null if it can. */
  readonly refusal: string | null;
  readonly note: string | null;
}

const KEY_DIGITS = 12;

/** The part of a fingerprint that people compare. */
export const keyName = (fingerprint: string | null): string => fingerprint?.slice(0, KEY_DIGITS) ?? 'none';

/** Compares a backup with the place of its restore, in the order in which a restore states the results. */
export function compareWithSite(manifest: BackupManifest, site: RestoreSite): readonly Comparison[] {
  return [
    comparison('hrev', manifest.hrev_version, site.hrevVersion, {}),
    compareSchema(manifest, site),
    comparePostgres(manifest, site),
    comparePlatform(manifest, site),
    compareKey(manifest, site),
  ];
}

function compareSchema({ migrations, hrev_version }: BackupManifest, site: RestoreSite): Comparison {
  const unknown = migrations.filter((name) => ![...site.migrations, ...site.formerMigrations].includes(name));
  const missing = site.migrations.filter((name) => !migrations.includes(name)).length;
  const here = site.migrations.at(-1) ?? 'none';
  if (unknown.length > 0)
    return comparison(
      'schema',
      unknown.length === 1
        ? `the unknown migration ${unknown[0]}`
        : `${unknown.length} unknown migrations, such as ${unknown[0]}`,
      here,
      {
        refusal: `a newer version of hrev made this backup: restore it with hrev ${hrev_version} or newer`,
      },
    );
  const newest = migrations.at(-1) ?? 'none';
  return comparison(
    'schema',
    newest,
    here,
    missing > 0 ? { note: 'the restore ends with the missing migrations' } : {},
  );
}

function comparePostgres({ postgres, hrev_version }: BackupManifest, { postgresMajor }: RestoreSite): Comparison {
  const refusal = `a data folder can be read by its own major version only: restore it with hrev ${hrev_version}, or with a server of PostgreSQL ${postgres.major}`;
  return comparison('PostgreSQL', postgres.version, String(postgresMajor), {
    ...(postgres.major === postgresMajor ? {} : { refusal }),
  });
}

function comparePlatform({ platform }: BackupManifest, { os, architecture }: RestoreSite): Comparison {
  const refusal = 'a data folder can be read on its own platform only; dump it there with pg_dump';
  return comparison('platform', `${platform.os} ${platform.architecture}`, `${os} ${architecture}`, {
    ...(platform.os === os && platform.architecture === architecture ? {} : { refusal }),
  });
}

function compareKey({ encryption_key: { fingerprint } }: BackupManifest, { keyFingerprints }: RestoreSite): Comparison {
  const here = keyFingerprints.length === 0 ? 'none' : keyFingerprints.map(keyName).join(', ');
  if (fingerprint === null || keyFingerprints.includes(fingerprint))
    return comparison('encryption key', keyName(fingerprint), here, {});
  const refusal = `the key ${keyName(fingerprint)} sealed the secrets in this backup: set it as HREV_ENCRYPTION_KEY, or put its file in HREV_HOME/encryption-key. If it is lost, add --key-is-lost: docs/operations/runbooks.md#key-loss`;
  return comparison('encryption key', keyName(fingerprint), here, { refusal });
}

function comparison(
  what: Comparison['what'],
  backup: string,
  here: string,
  { refusal = null, note = null }: { readonly refusal?: string | null; readonly note?: string | null },
): Comparison {
  return { what, backup, here, refusal, note };
}
