/** Injection token of the process's `Config`. */
export const CONFIG: unique symbol = Symbol('hrev configuration');

/** Injection token of the database's address: `DATABASE_URL`, or the address of the embedded PostgreSQL. */
export const DATABASE_ADDRESS: unique symbol = Symbol('hrev database address');
