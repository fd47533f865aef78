/**
 * Analytics: figures of the reviews of an object, a folder or an account, in total and by period, and the figures that the platforms publish.
 * Contract §2.8, §4.7, §4.8, §4.13.
 */
export { AnalyticsModule } from './analytics.module';
