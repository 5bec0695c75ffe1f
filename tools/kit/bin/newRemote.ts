#!/usr/bin/env node
import { onNode24 } from '../onNode24.ts';

await onNode24(() => import('../programs/newRemote.ts'));
