/** Logs errors only and does not check for updates. */
interface Env {
  int(name: string): number;
}

export = ({ env }: { readonly env: Env }) => ({
  host: '127.0.0.1',
  port: env.int('PORT'),
  app: { keys: ['bench'] },
  logger: { config: { level: 'error' }, updates: { enabled: false }, startup: { enabled: false } },
  transfer: { remote: { enabled: false } },
});
