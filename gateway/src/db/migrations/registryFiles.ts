// The registry's details, served as files that pages refer to.

export const registryFiles = `
create table registry_file (hash text primary key, name text not null unique, content text not null, revision bigint not null, replaced_at bigint);
`;
