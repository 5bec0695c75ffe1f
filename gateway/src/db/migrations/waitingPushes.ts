// Finds the notifications of somebody who waits for a human, to close them on all devices.

export const waitingPushes = `
create index push_job_waiting on push_job (conversation) where conversation like 'waiting %';
`;
