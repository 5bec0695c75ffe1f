// Drops the cursors' foreign keys, which caused a deadlock: an ack that waited for a conversation held copies that a
// withdrawal, which held the conversation, waited for. Conversations are never deleted.

export const cursorsStandAlone = `
alter table device_cursor drop constraint device_cursor_conversation_fkey;
`;
