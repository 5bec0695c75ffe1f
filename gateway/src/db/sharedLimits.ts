// Limits that count once for all gateways of a database; one gateway alone counts in its memory.
import { randomBytes } from 'node:crypto';
import { createSharedRateLimits, localRateLimits, type RateLimits } from '../core/rateLimit.ts';
import type { GatewayBase } from './gatewayBase.ts';
import { createSharedCounts } from './sharedCounts.ts';
import { createSharedSockets, type SharedSockets } from './sharedSockets.ts';

type SharedLimitsPorts = Pick<GatewayBase, 'pool' | 'bus' | 'clock' | 'limits' | 'onError' | 'onClose'>;

export function createSharedLimits(ports: SharedLimitsPorts): {
  rateLimits: RateLimits;
  sharedSockets: SharedSockets | null;
} {
  if (ports.bus.connection() === 'local') return { rateLimits: localRateLimits, sharedSockets: null };
  const node = randomBytes(9).toString('base64url');
  const sharedCounts = createSharedCounts({ ...ports, node });
  const sharedSockets = createSharedSockets({ ...ports, node, sharedCounts });
  ports.onClose(sharedCounts.close);
  ports.onClose(sharedSockets.close);
  return { rateLimits: createSharedRateLimits(sharedCounts.counterOf), sharedSockets };
}
