/** Judges recent reviews by the settings of a webhook (contract §4.11). */
export { PreviewModule } from './preview.module';
