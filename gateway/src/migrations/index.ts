// The schema's history. Append only: what has been released is never edited; the index is the version.
import { firstTables } from './firstTables.ts';
import { sendBatch } from './sendBatch.ts';

export const migrations: readonly string[] = [firstTables, sendBatch];
