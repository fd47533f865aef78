/**
 * `foldIdentity` of libs/kernel in SQL, for an expression of type text. The collation `C` makes the result independent of the locale of
 * the database, as an index and a comparison with a folded parameter need.
 */
export const foldedSql = (text: string): string => `lower(${text} collate "C")`;
