/** Texts of JSON-LD, which may be HTML or plain text. */
export { plainText } from '../../html/plain-text';
