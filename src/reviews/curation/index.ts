/** Hiding and pinning the reviews of an object (contract §4.10). */
export { CurationModule } from './curation.module';
