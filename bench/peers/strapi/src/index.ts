/** Adds at start a route for readiness, and the public's permission to read reviews. */
import { REVIEW, type StrapiServer } from './strapi';

const ACTION = `${REVIEW}.find`;

function register({ strapi }: { readonly strapi: StrapiServer }): void {
  const health = {
    method: 'GET',
    path: '/health',
    handler: (context: { body: unknown }) => void (context.body = {}),
    config: { auth: false },
  };
  strapi.server.routes([health]);
}

async function bootstrap({ strapi: { db } }: { readonly strapi: StrapiServer }): Promise<void> {
  const role = await db.query('plugin::users-permissions.role').findOne({ where: { type: 'public' } });
  await db.query('plugin::users-permissions.permission').create({ data: { action: ACTION, role: role?.id } });
}

export = { register, bootstrap };
