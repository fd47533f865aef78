/** JSON would not do: of this file Strapi reads no other kind. */
export = () => ({ 'users-permissions': { config: { jwtSecret: 'bench' } } });
