// The position at which a conversation's history was cut when the database was restored from a backup.

export const restored = `
-- Up to this place the history is the same as in the epoch before.
alter table conversation add column epoch_after bigint not null default 0;
`;
