/**
 * Prints the findings of Redocly (its recommended rules) and Spectral (its rules for OpenAPI) in OpenAPI documents, one line
 * each, errors and warnings alike: `node scripts/lint-openapi.mjs v2.json v3.json`. Exits with 1 if there are any.
 *
 * It calls the libraries of `redocly lint` and `spectral lint` in one process: the commands need another hundred packages, and
 * each takes a second to start.
 */
import fs from 'node:fs';
import path from 'node:path';
import * as redocly from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

const RECOMMENDED_OF_REDOCLY = {
  extends: ['recommended'],
  // `/reviews/sync` and `/webhooks/secret` share their prefix with an id: the exact path has precedence (libs/http/route-table.ts).
  rules: { 'no-ambiguous-paths': 'off' },
};

const files = process.argv.slice(2);
const findings = [];
for (const file of files) findings.push(...(await byRedocly(file)), ...(await bySpectral(file)));
for (const line of findings) console.log(line);
process.exitCode = findings.length > 0 || files.length === 0 ? 1 : 0;

async function byRedocly(file) {
  const config = await redocly.createConfig(RECOMMENDED_OF_REDOCLY);
  const problems = await redocly.lint({ ref: path.resolve(file), config });
  return problems.map(({ severity, ruleId, message, location }) =>
    formatted(file, severity, `redocly ${ruleId}`, location[0]?.pointer ?? '#', message),
  );
}

async function bySpectral(file) {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [rulesets.oas] });
  const problems = await linter.run(JSON.parse(fs.readFileSync(file, 'utf8')));
  const severities = ['error', 'warn', 'info', 'hint'];
  return problems.map(({ severity, code, message, path: where }) =>
    formatted(file, severities[severity], `spectral ${code}`, `#/${where.join('/')}`, message),
  );
}

function formatted(file, severity, rule, where, message) {
  return `${path.basename(file)} ${severity} ${rule} at ${where}: ${message}`;
}
