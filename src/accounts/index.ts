/** Administration over all accounts, for keys of scope `master` (specification §5.4; decisions §9). */
export { AccountsModule } from './accounts.module';
