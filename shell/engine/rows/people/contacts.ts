// The stored contacts: their status, and the account's remarks wherever these people are named.
import type { AccountDb, ContactRow } from '@amber/client/db';
import type { Notify } from '@amber/proto';
import { deletedName } from '@amber/proto/deletedAccount';
import { readBody } from '@amber/proto/bodies';

/** A contact as the gateway sent it: the status, and any fields sent with it. */
type ContactUpdate = Pick<ContactRow, 'identifier' | 'status'> & Partial<ContactRow>;

type Profile = Pick<ContactRow, 'identifier' | 'avatar' | 'lastName'>;

const precedence: readonly ContactRow['status'][] = ['normal', 'delete', 'black'];

/** Returns the status of a contact that was sent with several: normal wins over delete, and delete over black. */
export const contactStatus = (statuses: readonly unknown[]): ContactRow['status'] | undefined =>
  precedence.find((status) => statuses.includes(status));

const emptyContact = { remarkName: '', avatar: '', lastName: '', updateTime: 0 };

/** Returns the valid ones among those fields of a contact. */
const validFieldsOf = (one: Record<string, unknown>): Partial<ContactRow> =>
  Object.fromEntries(
    Object.entries(emptyContact).flatMap(([field, defaultValue]) =>
      typeof one[field] === typeof defaultValue ? [[field, one[field]]] : [],
    ),
  );

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object';

/** Returns the contacts of a notice: those that its body lists, or the one it names, with the body's status. */
export function contactsIn({ identifier, body }: Pick<Notify, 'identifier' | 'body'>): ContactUpdate[] {
  const { contacts, status } = readBody(body);
  const listed = Array.isArray(contacts) ? contacts.filter(isObject) : [{ identifier, status }];
  return [...Map.groupBy(listed, (one) => one['identifier'])].flatMap(([contactId, all]) => {
    const current = contactStatus(all.map((one) => one['status']));
    const one = all.find(({ status: contactState }) => contactState === current);
    return current && one && typeof contactId === 'string'
      ? [{ ...validFieldsOf(one), identifier: contactId, status: current }]
      : [];
  });
}

/** Returns a person's current name and avatar, if the notice has them. */
export function profileIn({ identifier, body }: Pick<Notify, 'identifier' | 'body'>): Profile | undefined {
  const { profile } = readBody(body);
  const { avatar, lastName } = isObject(profile) ? profile : {};
  return typeof avatar === 'string' && typeof lastName === 'string' ? { identifier, avatar, lastName } : undefined;
}

/**
 * Changes a person's name and avatar wherever this device shows them. Must be called inside a transaction that holds
 * `contacts`, `members` and `conversations`.
 */
export async function putProfile(db: AccountDb, { identifier, ...fields }: Profile): Promise<void> {
  await db.contacts.where({ identifier }).modify(fields);
  const isDeleted = fields.lastName === deletedName;
  await db.members
    .filter((member) => member.identifier === identifier)
    .modify({ ...fields, ...(isDeleted && { groupNickname: '' }) });
  await db.conversations.where({ type: 'private' }).modify((conversation) => {
    for (const user of conversation.userInfo) if (user.identifier === identifier) Object.assign(user, fields);
  });
}

/**
 * Changes the remark names of these people wherever this device shows them. Must be called inside a transaction that
 * holds `members` and `conversations`.
 */
async function putRemarks(db: AccountDb, remarks: ReadonlyMap<string, string>): Promise<void> {
  if (remarks.size === 0) return;
  await db.members
    .filter(({ identifier }) => remarks.has(identifier))
    .modify((member) => {
      member.remarkName = remarks.get(member.identifier)!;
    });
  await db.conversations.where({ type: 'private' }).modify((conversation) => {
    for (const { identifier } of conversation.userInfo) {
      const remark = remarks.get(identifier);
      if (remark !== undefined) conversation.remarkName = remark;
    }
  });
}

/**
 * Applies updates of contacts, unless the stored ones are newer. Must be called inside a transaction that holds
 * `contacts`, `members` and `conversations`.
 */
export async function putContacts(db: AccountDb, updates: readonly ContactUpdate[]): Promise<void> {
  const stored = await db.contacts.bulkGet(updates.map(({ identifier }) => identifier));
  const rows = updates.flatMap((one, index) => {
    const before = { ...emptyContact, ...stored[index] };
    return (one.updateTime ?? before.updateTime) < before.updateTime ? [] : [{ before, row: { ...before, ...one } }];
  });
  await db.contacts.bulkPut(rows.map(({ row }) => row));
  await putRemarks(
    db,
    new Map(
      rows.flatMap(({ before, row }) =>
        row.remarkName === before.remarkName ? [] : [[row.identifier, row.remarkName] as const],
      ),
    ),
  );
}

/**
 * Returns this account's remarks for these people, where there are any. Must be called inside a transaction that holds
 * `contacts`.
 */
export async function remarksOf(db: AccountDb, identifiers: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await db.contacts.bulkGet([...identifiers]);
  return new Map(
    found.flatMap((contact) => (contact?.remarkName ? [[contact.identifier, contact.remarkName] as const] : [])),
  );
}
