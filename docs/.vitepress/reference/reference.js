// The reference of both versions. It loads nothing of another host, and keeps an entered key in the memory of the page alone.

// The policy of the page forbids code that is made at run time.
globalThis.__zod_globalConfig = { jitless: true };

document.addEventListener('DOMContentLoaded', () => {
  globalThis.Scalar.createApiReference('#reference', {
    sources: [
      { title: 'v3 (current)', slug: 'v3', url: '/v3/openapi.json', default: true },
      { title: 'v2 (frozen)', slug: 'v2', url: '/v2/openapi.json' },
    ],
    servers: [{ url: globalThis.location.origin }],
    authentication: { preferredSecurityScheme: 'ApiKey' },
    darkMode: isDark,
    telemetry: false,
    withDefaultFonts: false,
    persistAuth: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
  });
  new MutationObserver(repair).observe(document.body, { childList: true, subtree: true });
});

// Without the class, the texts are first drawn in the colors of the other theme.
const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
document.body.classList.add(isDark ? 'dark-mode' : 'light-mode');

/** What Scalar leaves out for screen readers and the keyboard, by the selectors of its elements. */
const REPAIRS = [
  ['button[class*="copy-button"]:not([aria-label])', (button) => button.setAttribute('aria-label', 'Copy')],
  ['a[href*="apache.org"]:not([aria-label])', (link) => link.setAttribute('aria-label', link.textContent.trim())],
  ['ul.endpoints:not([tabindex])', (list) => list.setAttribute('tabindex', '0')],
  [
    '.code-input-lite__editor[role="combobox"]',
    (field) => {
      field.setAttribute('role', 'textbox');
      field.setAttribute('aria-label', field.dataset.placeholder);
    },
  ],
];

function repair() {
  for (const [selector, change] of REPAIRS) for (const element of document.querySelectorAll(selector)) change(element);
}
