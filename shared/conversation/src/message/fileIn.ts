// The file that a message carries.
import type { MessageRow } from '@amber/client/db';
import { readFile } from '@amber/proto/bodies';

/** Null for a message that is no file, or was withdrawn. */
export const fileIn = (message: MessageRow) => (message.withdrawn ? null : readFile(message.content));
