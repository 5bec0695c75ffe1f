// What people say of themselves, and a way to what one of them has posted.

export const profiles = `
alter table person add column bio text not null default '';
create index blog_of_author on blog (author, posted_at desc, id);
`;
