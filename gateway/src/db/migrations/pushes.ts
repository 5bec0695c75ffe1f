// Web push: a subscription per device, and its pending notifications.

// A job has no foreign key to its conversation, because the check and the send path would wait for each other.
export const pushes = `
create table push_subscription (
  identifier text not null,
  device text not null,
  family text not null references family on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  choices jsonb not null,
  created_at bigint not null,
  primary key (identifier, device),
  foreign key (identifier, device) references device on delete cascade
);
create index push_subscription_of_family on push_subscription (family);

create table push_job (
  identifier text not null,
  device text not null,
  conversation text not null,
  due_at bigint,
  asked integer not null default 0,
  tries integer not null default 0,
  told_seq bigint not null default 0,
  closed_seq bigint not null default 0,
  primary key (identifier, device, conversation),
  foreign key (identifier, device) references push_subscription on delete cascade
);
create index push_job_due on push_job (due_at) where due_at is not null;
`;
