// The requesters of a phone's codes: a stranger, or a network or device that has signed in with that phone.

export const smsAskers = `
alter table sms_quota add column who text not null default '';
alter table sms_quota drop constraint sms_quota_pkey;
alter table sms_quota add primary key (phone, who);

create table sms_proved (
  phone text not null,
  who text not null,
  proved_at bigint not null,
  primary key (phone, who)
);
`;
