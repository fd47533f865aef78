/**
 * Analytics: figures of the reviews that an addressee covers, in total and by period, and the figures that the platforms publish.
 * Contract §2.8, §4.7, §4.8, §4.13.
 */
export { AnalyticsModule } from './analytics.module';
