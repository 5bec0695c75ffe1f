// Profile texts, and an index of one person's moments.

export const profiles = `
alter table person add column bio text not null default '';
create index blog_of_author on blog (author, posted_at desc, id);
`;
