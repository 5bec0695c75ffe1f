// Remotes that an operator has removed: their words and releases' versions stay taken.

export const removedRemotes = `
alter table offer add column removed boolean not null default false;
`;
