/**
 * What a reader named: one object, one folder, or (v3 only) the whole account. v2's `group_id` and v3's `object_id` are
 * both an object here; the versions' own words and error codes stay at the door.
 */
export type Addressee =
  | { readonly kind: 'object'; readonly objectId: number }
  | { readonly kind: 'folder'; readonly folderId: number }
  | { readonly kind: 'account' };
