/** What must be stated of `T` if the fields of `Usual` have usual values: the other fields. Those of `Usual` may be stated. */
export type Stated<T, Usual> = Omit<T, keyof Usual> & Partial<Pick<T, keyof T & keyof Usual>>;
