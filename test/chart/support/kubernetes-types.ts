/**
 * Checks manifests without a cluster: against the types of the objects, which find unknown fields, and against the schemas, which find
 * wrong formats and missing fields.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, type Manifest } from './rendering';

/** The packages of the objects that are not part of Kubernetes. */
const PACKAGES: Readonly<Record<string, string>> = {
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'keda.sh': '@kubernetes-models/keda',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
};

function moduleOf({ apiVersion, kind }: Manifest): string {
  const [group = ''] = apiVersion.split('/');
  return `${PACKAGES[group] ?? 'kubernetes-models'}/${apiVersion}/${kind}`;
}

/** The messages of the compiler for manifests with a field that their type does not have, or of another type. */
export function typeFaults(manifests: readonly Manifest[]): readonly string[] {
  const folder = path.join(ROOT, '.cache/chart/types');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'manifests.ts');
  const checks = manifests.map(
    (manifest, index) =>
      `export const m${index}: import('${moduleOf(manifest)}').I${manifest.kind} = ${JSON.stringify(manifest)};`,
  );
  writeFileSync(file, checks.join('\n'));
  const compiler = path.join(ROOT, 'node_modules/typescript-7/bin/tsc');
  const options = '--noEmit --strict --skipLibCheck --target es2022 --module nodenext --types node'.split(' ');
  const { stdout, status } = spawnSync(process.execPath, [compiler, ...options, '--ignoreConfig', file], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return status === 0 ? [] : stdout.split('\n').filter((line) => line !== '');
}

/** What the schema of the object says about a manifest; null if it is valid. */
export async function schemaFault(manifest: Manifest): Promise<string | null> {
  const { [manifest.kind]: Model } = (await import(moduleOf(manifest))) as Record<
    string,
    new (data: object) => { validate(): void }
  >;
  if (Model === undefined) throw new Error(`no model of ${manifest.apiVersion} ${manifest.kind}`);
  try {
    new Model(manifest).validate();
    return null;
  } catch (error) {
    return `${manifest.kind} ${manifest.metadata.name}: ${(error as Error).message}`;
  }
}
