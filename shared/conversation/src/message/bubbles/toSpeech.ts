// The text of an answer for a screen reader.
import { stripMarkdown } from '../../markdown/stripMarkdown.ts';

/** Returns the text without Markdown syntax. */
export const toSpeech = (text: string): string => stripMarkdown(text).trim();
