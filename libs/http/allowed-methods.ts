import type { Express } from 'express';

/** What Express's router knows of one route; its own types do not say. */
interface Layer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/**
 * The methods that a path answers to, in capitals, for `Allow`; empty where no route has that path. Called only for
 * requests that no route took.
 */
export function allowedMethods(server: Express, path: string): readonly string[] {
  const stack = (server as unknown as { router: { stack: readonly Layer[] } }).router.stack;
  const methods = new Set<string>();
  for (const layer of stack) {
    if (layer.route === undefined || !matches(layer, path)) continue;
    for (const [method, answered] of Object.entries(layer.route.methods))
      if (answered) methods.add(method.toUpperCase());
  }
  if (methods.has('GET')) methods.add('HEAD');
  if (methods.size > 0) methods.add('OPTIONS');
  return [...methods].sort();
}

function matches(layer: Layer, path: string): boolean {
  try {
    return layer.match(path);
  } catch {
    // A parameter with broken percent-encoding; the request context has mended those, so this is another kind of odd.
    return false;
  }
}
