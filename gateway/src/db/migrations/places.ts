// Placements of releases in the host, and ownership of path prefixes.

export const places = `
alter table release add column place jsonb;
create table word (pattern text primary key, remote text not null);
`;
