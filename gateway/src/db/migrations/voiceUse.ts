// The characters that were spoken for each account today.
export const voiceUse = `
create table voice_use (
  identifier text primary key references person,
  day bigint not null,
  characters integer not null
);
`;
