// Drops the cursors' foreign keys: an ack waiting for a conversation held copies that a withdrawal, holding the
// conversation, waited for (a deadlock). Conversations are never deleted.

export const cursorsStandAlone = `
alter table device_cursor drop constraint device_cursor_conversation_fkey;
`;
