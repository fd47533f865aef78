/** The field that a refusal of the API names (`fields.api_key: is required`), and the rest of its text. */
export function fieldOf(detail: string): { readonly field: string | null; readonly text: string } {
  const [, field, text] = /^fields\.(\w+): (.+)$/s.exec(detail) ?? [];
  return field === undefined || text === undefined ? { field: null, text: detail } : { field, text };
}
