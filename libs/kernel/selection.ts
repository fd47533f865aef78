/**
 * The subject of a read request: an object, a folder, or (v3 only) the account. v2's `group_id` and v3's `object_id` both denote an
 * object; the controllers of the versions define the names and error codes.
 */
export type Selection =
  | { readonly kind: 'object'; readonly objectId: number }
  | { readonly kind: 'folder'; readonly folderId: number }
  | { readonly kind: 'account' };
