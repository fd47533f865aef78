import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { V2, V3, type ApiVersion } from '../api-version';
import { completeDocument } from './complete-document';

const ABOUT = `Reviews of many platforms in one model. Send your key in \`X-API-Key\`. Times are UTC without a zone
(\`2026-11-20T08:30:00\`); \`review_date\` is the platform's local time. Unknown query parameters are ignored
and named in \`X-Hrev-Ignored-Parameters\`, unknown body fields are refused. Arrays in queries may be repeated (\`a=1&a=2\`), comma-separated (\`a=1,2\`) or bracketed
(\`a[]=1\`). Ids are at most 2^53-1. Retry 429 and 5xx with growing delay; other 4xx are not retried.`;

const VERSION_STATUS: Readonly<Record<ApiVersion, string>> = { [V2]: 'frozen, still works', [V3]: 'current' };

/** The OpenAPI 3.1 document of each version, from the routes of the initialized application. */
export function buildDocuments(app: INestApplication): Readonly<Record<ApiVersion, OpenAPIObject>> {
  return { [V2]: buildDocument(app, V2), [V3]: buildDocument(app, V3) };
}

/** The OpenAPI 3.1 document of one version. */
export function buildDocument(app: INestApplication, version: ApiVersion): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(`hrev v${version}`)
    .setVersion(version)
    .setDescription(`${ABOUT}\n\nVersion ${version}: ${VERSION_STATUS[version]}.`)
    .addServer('/', 'This installation')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .build();
  const generated = SwaggerModule.createDocument(app, config);
  generated.info.contact = { name: 'The operator of this installation' };
  return completeDocument(generated, version);
}
