// A contact's displayed name: my remark, or else the person's own name.
import type { Contact } from '@amber/proto';
import { personName } from '@amber/ui/personName';
import { words } from '../words/gen/contacts.ts';

export const contactName = ({ remarkName, lastName }: Pick<Contact, 'remarkName' | 'lastName'>): string =>
  remarkName || personName(lastName) || words.someone;
