// A cursor looks at no other row when it is written: an ack that waited for a conversation held the copies that a
// withdrawal, which had the conversation, waited for. No conversation is ever removed.

export const cursorsStandAlone = `
alter table device_cursor drop constraint device_cursor_conversation_fkey;
`;
