/** Injection token of the process's `Config`. */
export const CONFIG: unique symbol = Symbol('hrev configuration');

/** Injection token of the address of the database in use: `DATABASE_URL`, or the embedded one's. */
export const DATABASE_ADDRESS: unique symbol = Symbol('hrev database address');
