/** The account of a key (contract §4.15), and administration over all accounts for keys of scope `master` (contract §4.16). */
export { ErasureRecord } from './erasure-record';
export { AccountsModule } from './accounts.module';
