// Reads a feature's toast for an event and validates it, because the feature's team writes the text, not the host.
import type { ToastEvent } from '@amber/client/remote';
import { limits } from '@amber/proto/limits';
import type { ToastContent } from '@amber/ui/createToasts';
import type { Feature } from '../registry/Feature.ts';
import { ownedPath } from '../choose/possiblePlacements.ts';
import type { Federation } from '../createFederation.ts';

type Features = Pick<Federation, 'placements' | 'placementOf' | 'loadRemote'>;

const featureAt = ({ placements }: Features, path: string): Feature | undefined =>
  ownedPath(path, placements())?.feature;

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= limits.featureToastTextMax;

/** Whether the value is a normalised path below the base path, in which a browser would resolve or escape nothing. */
const isPath = (value: unknown): value is string =>
  isText(value) && value.startsWith('/') && new URL(value, 'http://host').pathname === value;

/** Returns null if there is nothing to show, and undefined if the toast is invalid. */
function readToast(answer: unknown, feature: Feature, features: Features): ToastContent | null | undefined {
  if (answer === null) return null;
  const { tone, text, link, lasting = false } = (answer ?? {}) as Record<string, unknown>;
  if ((tone !== 'info' && tone !== 'success') || !isText(text) || typeof lasting !== 'boolean') return undefined;
  if (link === undefined) return { tone, text, lasting };
  const { to, label } = (link ?? {}) as Record<string, unknown>;
  if (!isText(label) || !isPath(to) || featureAt(features, to) !== feature) return undefined;
  return { tone, text, lasting, link: { to, label } };
}

/**
 * Asks the feature that owns `page` for the toast of an event. Returns undefined if the feature has none, fails, or
 * does not answer in time.
 */
export async function featureToast(
  features: Features,
  event: ToastEvent<'campaignNews'>,
  page: string,
): Promise<ToastContent | null | undefined> {
  const feature = featureAt(features, page);
  if (feature === undefined || !features.placementOf(feature)?.news.includes(event.type)) return undefined;
  const readFromFeature = async () =>
    readToast(await (await features.loadRemote(feature)).news?.[event.type]?.(event), feature, features);
  const timeout = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), limits.featureToastTimeout));
  return Promise.race([readFromFeature().catch(() => undefined), timeout]);
}
