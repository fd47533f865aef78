/** Strapi does not read this file as JSON. */
export = () => ({ 'users-permissions': { config: { jwtSecret: 'bench' } } });
