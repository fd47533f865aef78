/** Reads the stored records of reviews again, with the parsers of today. */
export { ReparseModule } from './reparse.module';
export { ReparseService, type ReparsePosition, type ReparseReport } from './reparse.service';
