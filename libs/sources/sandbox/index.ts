/** All sandbox platforms and their server. Add a new platform to the list. */
import { twoGisSandbox } from './2gis';
import { appStoreSandbox } from './app-store';
import type { SandboxPlatform } from './sandbox-platform';
import { schemaOrgSandbox } from './schema-org';
import { bookingSandbox } from './booking';
import { googleSandbox } from './google';
import { steamSandbox } from './steam';
import { trustpilotSandbox } from './trustpilot';
import { wordpressOrgSandbox } from './wordpress-org';
import { yandexMapsSandbox } from './yandex-maps';

export const sandboxPlatforms: readonly SandboxPlatform[] = [
  appStoreSandbox,
  googleSandbox,
  steamSandbox,
  trustpilotSandbox,
  bookingSandbox,
  twoGisSandbox,
  schemaOrgSandbox,
  wordpressOrgSandbox,
  yandexMapsSandbox,
];

export * from './sandbox-platform';
export * from './sandbox-behaviour';
export * from './sandbox-replies';
export { SandboxServer, type SandboxLogEntry } from './sandbox-server';
export type { SandboxReviewInput, SandboxReviewChange } from './sandbox-listings';
