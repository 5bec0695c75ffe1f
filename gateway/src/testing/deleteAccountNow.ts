// Deletes an account as its person would, without the waiting time.
import type { Person } from './client.ts';
import { query, type TestGateway } from './gateway.ts';

/** Requests the deletion, makes it due, and runs the sweep. */
export async function deleteAccountNow(gateway: TestGateway, { api, identifier }: Person): Promise<void> {
  await api.user.deleteAccount({ confirm: identifier });
  await query(gateway, 'update person set deletes_at = 0 where identifier = $1', [identifier]);
  await gateway.sweep();
}
