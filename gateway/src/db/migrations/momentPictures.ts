// Pictures of moments.

export const momentPictures = `
create table blog_picture (
  blog text not null references blog on delete cascade,
  place smallint not null,
  path text not null,
  alt text not null,
  width integer not null,
  height integer not null,
  primary key (blog, place)
);
create trigger blog_pictures after insert or delete or update of path on blog_picture
  for each row execute function count_pictures('path');
`;
