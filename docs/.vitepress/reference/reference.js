// The reference of both versions. It loads nothing of another host, and keeps an entered key in the memory of the page alone.
globalThis.Scalar.createApiReference('#reference', {
  sources: [
    { title: 'v3 (current)', slug: 'v3', url: '/v3/openapi.json', default: true },
    { title: 'v2 (frozen)', slug: 'v2', url: '/v2/openapi.json' },
  ],
  servers: [{ url: globalThis.location.origin }],
  telemetry: false,
  withDefaultFonts: false,
  persistAuth: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
});
