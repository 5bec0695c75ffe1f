// The displayed name of a person: the user's remark for them, else their own name, translated for deleted accounts.
import { deletedName } from '@amber/proto/deletedAccount';
import { words } from '../words/gen/ui.ts';

/** Returns the displayed form of a name from the gateway, which has one fixed name for all deleted accounts. */
export const personName = (name: string): string => (name === deletedName ? words.deletedAccount : name);

/**
 * Returns the name under which the user knows a person; '' without a name. Screens use this function and do not read
 * `lastName`, so that no place forgets the remark.
 */
export const displayName = (
  person: { identifier: string; lastName: string } | null | undefined,
  remarks: ReadonlyMap<string, string>,
): string => (person && remarks.get(person.identifier)) || personName(person?.lastName ?? '');
