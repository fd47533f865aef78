/**
 * Corrects the roles of the search box of VitePress 1.6.4. Its dialog has the role of a button, which may not contain an input and which hides
 * its content from screen readers; its input lacks the role of a combobox; its options contain links.
 */
const COMPONENT = 'VPLocalSearchBox.vue';
const CORRECTIONS = [
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
    `          :role="results?.length ? 'listbox' : undefined"
          :aria-labelledby="results?.length ? 'localsearch-label' : undefined"`,
    `          :role="results?.length ? 'listbox' : undefined"
          :aria-label="results?.length ? buttonText : undefined"`,
  ],
  [
    `            :aria-selected="selectedIndex === index ? 'true' : 'false'"
            role="option"
          >
            <a
              :href="p.id"
              class="result"`,
    `            role="none"
          >
            <a
              :href="p.id"
              class="result"
              role="option"
              tabindex="-1"
              :id="'localsearch-item-' + index"
              :aria-selected="selectedIndex === index ? 'true' : 'false'"`,
  ],
  [
    `            :id="'localsearch-item-' + index"
            role="none"`,
    `            role="none"`,
  ],
];

/** A plugin of Vite. Throws if the component no longer has the text that is corrected. */
export function searchBoxRoles() {
  return {
    name: 'hrev-search-box-roles',
    enforce: 'pre',
    transform(source, id) {
      if (!id.endsWith(COMPONENT)) return null;
      return CORRECTIONS.reduce((text, [wrong, right]) => {
        if (!text.includes(wrong))
          throw new Error(`${COMPONENT} has changed: look at its roles, and at search-box.mjs`);
        return text.replace(wrong, () => right);
      }, source);
    },
  };
}
