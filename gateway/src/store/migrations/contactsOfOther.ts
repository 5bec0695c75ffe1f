// Finds those who have somebody in their list.

export const contactsOfOther = `
create index contact_of_other on contact (other);
`;
