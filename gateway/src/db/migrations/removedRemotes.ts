// Remotes that an operator has removed: their path prefixes and their releases' versions stay reserved.

export const removedRemotes = `
alter table offer add column removed boolean not null default false;
`;
