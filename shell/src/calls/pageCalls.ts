// The calls of this page.
import { session$ } from '@amber/client/session';
import { distinctUntilChanged, map, skip } from 'rxjs';
import { createCallController } from './callController.ts';
import { pagePorts } from './pagePorts.ts';

export const calls = createCallController(pagePorts);

// The screen of a call goes with the session, so its microphone must not stay open without one.
session$
  .pipe(
    map((session) => session?.identifier),
    distinctUntilChanged(),
    skip(1),
  )
  .subscribe(() => calls.hangUp());
