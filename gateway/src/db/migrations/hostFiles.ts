// The host's files of the builds that run on this database.

export const hostFiles = `
create table host_file (path text primary key, integrity text not null, data bytea not null, used_at bigint not null);
`;
