// Accounts whose phone number is not known to be in E.164 form, and quotas of codes without the number itself.

// The E.164 form of a number depends on SMS_COUNTRY, so people/signIn/phoneAccounts.ts converts numbers at start; this
// lists them. A quota lasts a day, so quotas from before this version end with it.
export const phoneNumbers = `
create table phone_review (
  identifier text primary key references person,
  same_as text references person
);
create index phone_review_same_as on phone_review (same_as) where same_as is not null;
create index phone_review_unread on phone_review (identifier) where same_as is null;
insert into phone_review (identifier) select identifier from person where phone is not null;

drop table sms_quota;
create table sms_quota (
  phone_key bytea not null,
  who text not null default '',
  sent_at bigint[] not null,
  primary key (phone_key, who)
);
`;
