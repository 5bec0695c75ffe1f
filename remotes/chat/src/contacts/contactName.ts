// A contact's displayed name: my remark, or else the person's own name.
import type { Contact } from '@amber/proto';
import { words } from '../words/gen/contacts.ts';

export const contactName = ({ remarkName, lastName }: Pick<Contact, 'remarkName' | 'lastName'>): string =>
  remarkName || lastName || words.someone;
