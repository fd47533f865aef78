import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { CONSOLE_API, V2, V3, type DocumentName } from '../api-version';
import { completeDocument } from './complete-document';

const ABOUT = `Reviews of many platforms in one model. Send your key in \`X-API-Key\`. Times are UTC without a zone
(\`2026-11-20T08:30:00\`); \`review_date\` is the platform's local time. Unknown query parameters are ignored
and named in \`X-Hrev-Ignored-Parameters\`, unknown body fields are refused. Arrays in queries may be repeated (\`a=1&a=2\`), comma-separated (\`a=1,2\`) or bracketed
(\`a[]=1\`). Ids are at most 2^53-1. Retry 429 and 5xx with growing delay; other 4xx are not retried.`;

const ABOUT_CONSOLE = `What the pages of the console use besides v3. It belongs to this version of the console and changes with it: programs use v3 with a key.
A session of a person is in a cookie. Requests that may write have the type \`application/json\`, the header \`X-Hrev-Console: 1\` and the
\`Origin\` of the console. Conventions of times, queries and errors are those of v3.`;

interface Heading {
  readonly title: string;
  readonly version: string;
  readonly description: string;
}

const HEADINGS: Readonly<Record<DocumentName, Heading>> = {
  [V2]: { title: 'hrev v2', version: V2, description: `${ABOUT}\n\nVersion 2: frozen, still works.` },
  [V3]: { title: 'hrev v3', version: V3, description: `${ABOUT}\n\nVersion 3: current.` },
  [CONSOLE_API]: { title: 'hrev console', version: V3, description: ABOUT_CONSOLE },
};

/** The OpenAPI 3.1 documents, from the routes of the initialized application. */
export function buildDocuments(app: INestApplication): Readonly<Record<DocumentName, OpenAPIObject>> {
  return { [V2]: buildDocument(app, V2), [V3]: buildDocument(app, V3), [CONSOLE_API]: buildDocument(app, CONSOLE_API) };
}

/** One OpenAPI 3.1 document. */
export function buildDocument(app: INestApplication, name: DocumentName): OpenAPIObject {
  const { title, version, description } = HEADINGS[name];
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(title)
    .setVersion(version)
    .setDescription(description)
    .addServer('/', 'This installation')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .build();
  const generated = SwaggerModule.createDocument(app, config);
  generated.info.contact = { name: 'The operator of this installation' };
  return completeDocument(generated, name);
}
