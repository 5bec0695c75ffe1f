// Pictures of groups.

export const groupPictures = `
alter table conversation add column avatar text not null default '';
create trigger conversation_pictures after insert or delete or update of avatar on conversation
  for each row execute function count_pictures('avatar');
`;
