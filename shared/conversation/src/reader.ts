// Who reads, and what the parts of a message ask for.
import type { Person } from './person.ts';

export interface Reader {
  me: string;
  /** Knows everybody; who is unknown here is someone. */
  personOf(identifier: string): Person;
  /** Shows the message of this id. */
  onJump(id: string): void;
  /** Absent where people cannot be looked at. */
  onOpenPerson?: ((identifier: string) => void) | undefined;
}
