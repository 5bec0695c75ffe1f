// A person's own name as pages show it: that of a deleted account in the reader's language.
import { deletedName } from '@amber/proto/deletedAccount';
import { words } from '../words/gen/ui.ts';

/** Names come from the gateway, which has one fixed name for all deleted accounts. */
export const personName = (name: string): string => (name === deletedName ? words.deletedAccount : name);
