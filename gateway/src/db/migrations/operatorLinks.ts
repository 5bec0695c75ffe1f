// Operators who opened the link of the first start, and the link that is valid now.

export const operatorLinks = `
create table operator (identifier text primary key, created_at bigint not null);
create table operator_link (hash bytea primary key, expires_at bigint not null);
`;
