// Deleted accounts: their rows stay for the messages that refer to them.

export const deletedAccounts = `
alter table person add column deleted_at bigint;
`;
