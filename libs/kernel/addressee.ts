/**
 * What a reader asks for: an object, a folder, or (v3 only) the account. v2's `group_id` and v3's `object_id` are both an object; the
 * names and error codes of the versions are in their controllers.
 */
export type Addressee =
  | { readonly kind: 'object'; readonly objectId: number }
  | { readonly kind: 'folder'; readonly folderId: number }
  | { readonly kind: 'account' };
