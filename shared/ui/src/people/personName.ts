// The displayed name of a person, which is translated for deleted accounts.
import { deletedName } from '@amber/proto/deletedAccount';
import { words } from '../words/gen/ui.ts';

/** Returns the displayed form of a name from the gateway, which has one fixed name for all deleted accounts. */
export const personName = (name: string): string => (name === deletedName ? words.deletedAccount : name);
