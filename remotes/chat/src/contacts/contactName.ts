// What I call somebody: my remark, else the name that person has chosen.
import type { Contact } from '@amber/proto';
import { words } from '../words/gen/contacts.ts';

export const contactName = ({ remarkName, lastName }: Pick<Contact, 'remarkName' | 'lastName'>): string =>
  remarkName || lastName || words.someone;
