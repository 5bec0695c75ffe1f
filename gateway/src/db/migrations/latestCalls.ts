// Finds the latest call of a chat, for the push that a closed app gets of it.

export const latestCalls = `
create index personal_call_latest on personal_call (conversation, started_at);
`;
