/** The account of a key (contract §4.15), and administration over all accounts for keys of scope `master` (contract §4.16). */
export { AccountsModule } from './accounts.module';
