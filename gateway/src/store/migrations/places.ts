// Where releases stand in the host, and whose the beginnings of paths are.

export const places = `
alter table release add column place jsonb;
create table word (pattern text primary key, remote text not null);
`;
