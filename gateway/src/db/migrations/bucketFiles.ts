// Objects in a bucket: which of the bucket's objects are the parts of which upload.

// An upload with `finished_at` is an object, and each key has at most one. A part without an upload is one that the sweep
// removes from the bucket.
export const bucketFiles = `
create table bucket_upload (
  id text primary key,
  key text not null,
  touched_at bigint not null,
  finished_at bigint,
  size bigint,
  etag text,
  check ((finished_at is null) = (size is null) and (finished_at is null) = (etag is null))
);
create index bucket_upload_of on bucket_upload (key);
create unique index bucket_upload_finished on bucket_upload (key) where finished_at is not null;
create index bucket_upload_touched on bucket_upload (touched_at) where finished_at is null;

create table bucket_part (
  name text primary key,
  upload text references bucket_upload,
  number integer not null,
  size bigint not null,
  md5 text,
  state text not null check (state in ('writing', 'stored', 'discarded')),
  changed_at bigint not null
);
create index bucket_part_of on bucket_part (upload, number) where upload is not null;
create index bucket_part_changed on bucket_part (state, changed_at) where state <> 'stored';
`;
