// Notices for a single device.

export const noticesForOne = `
alter table notice add column only_device text;
`;
