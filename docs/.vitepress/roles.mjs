/**
 * Corrects roles and names in the components of VitePress 1.6.4 that axe refuses. The dialog of the search has the role of a button, which may
 * not contain an input and hides its content from screen readers; its options contain links; the toggles of the sidebar are buttons in buttons; the
 * page of missing addresses has no main part.
 */
const CORRECTIONS = {
  'VPLocalSearchBox.vue': [
    [
      `      role="button"
      :aria-owns="results?.length ? 'localsearch-list' : undefined"
      aria-expanded="true"
      aria-haspopup="listbox"
      aria-labelledby="localsearch-label"`,
      `      role="dialog"
      aria-modal="true"
      :aria-label="buttonText"`,
    ],
    [
      `            aria-autocomplete="both"
            :aria-controls="results?.length ? 'localsearch-list' : undefined"
            aria-labelledby="localsearch-label"`,
      `            role="combobox"
            aria-autocomplete="list"
            :aria-expanded="results?.length ? 'true' : 'false'"
            :aria-controls="results?.length ? 'localsearch-list' : undefined"
            :aria-label="buttonText"`,
    ],
    [
      `          :aria-labelledby="results?.length ? 'localsearch-label' : undefined"`,
      `          :aria-label="results?.length ? buttonText : undefined"`,
    ],
    [
      `            :id="'localsearch-item-' + index"
            :aria-selected="selectedIndex === index ? 'true' : 'false'"
            role="option"
          >
            <a
              :href="p.id"`,
      `            role="none"
          >
            <a
              :id="'localsearch-item-' + index"
              :aria-selected="selectedIndex === index ? 'true' : 'false'"
              role="option"
              tabindex="-1"
              :href="p.id"`,
    ],
    [
      `              :aria-label="[...p.titles, p.title].join(' > ')"
`,
      '',
    ],
    ['<kbd :aria-label=', '<kbd role="img" :aria-label='],
  ],
  'VPSidebarItem.vue': [
    [
      `      :role="itemRole"`,
      `      :role="itemRole"
      :aria-expanded="item.items ? (collapsed ? 'false' : 'true') : undefined"`,
    ],
    [
      `        role="button"
        aria-label="toggle section"
        @click="onCaretClick"
        @keydown.enter="onCaretClick"
        tabindex="0"`,
      `        aria-hidden="true"
        @click="onCaretClick"`,
    ],
  ],
  'NotFound.vue': [
    ['  <div class="NotFound">', '  <main class="NotFound">'],
    ['  </div>\n</template>', '  </main>\n</template>'],
  ],
};

/** A plugin of Vite. Throws if a component no longer has a text that is corrected. */
export function correctRoles() {
  return {
    name: 'hrev-roles',
    enforce: 'pre',
    transform(source, id) {
      const name = Object.keys(CORRECTIONS).find(
        (component) =>
          id.endsWith(`/theme-default/components/${component}`) || id.endsWith(`/theme-default/${component}`),
      );
      if (name === undefined) return null;
      return CORRECTIONS[name].reduce((text, [wrong, right]) => {
        if (!text.includes(wrong)) throw new Error(`${name} has changed: look at its roles, and at roles.mjs`);
        return text.replaceAll(wrong, () => right);
      }, source);
    },
  };
}
