/** Every text of the console, in American English: a file for each screen and part in `en/`. Screens contain no literal texts. */
export * as words from './en/index';
