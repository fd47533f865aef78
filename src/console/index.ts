/** The web console: its pages. */
export { ConsolePagesModule } from './pages/pages.module';
