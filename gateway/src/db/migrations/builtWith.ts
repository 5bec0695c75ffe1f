// The versions of the host's packages that each release was built against.

export const builtWith = `
alter table release add column built_with jsonb not null default '[]';
`;
