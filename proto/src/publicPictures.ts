// The paths of public pictures: predefined ones, and uploaded ones, which are named by their digest and exist in
// several sizes.

/** The longer side of each size, in pixels; fields contain the path of the last one. */
export const pictureSizes = [64, 256, 1024] as const;
export type PictureSize = (typeof pictureSizes)[number];

const own = /^\/chat\/pictures\/([0-9a-f]{64})\/1024\.webp$/;
const prepared = /^\/chat\/(avatars|banners|pictures)\/[A-Za-z0-9_-]{1,64}\.(svg|webp|png|jpg)$/;

/** Returns the path of a picture's largest size, as in fields such as `avatar`. */
export const picturePath = (digest: string): string => `/chat/pictures/${digest}/1024.webp`;

/** Returns the digest in the path of an uploaded picture; null for any other text. */
export const digestOf = (path: string): string | null => own.exec(path)?.[1] ?? null;

/** Returns the path of the same picture in another size; a predefined one has only one size. */
export const inSize = (path: string, size: PictureSize): string =>
  own.test(path) ? path.replace('1024.webp', `${size}.webp`) : path;

/** Whether this untrusted text is the path of a public picture of this gateway; pages show no other. */
export const isPublicPicture = (path: string): boolean => own.test(path) || prepared.test(path);

/** Returns the attributes of an `<img>` for a public picture in a suitable size; undefined for any other text. */
export function imageSources(path: string): { src: string; srcSet?: string } | undefined {
  if (!isPublicPicture(path)) return undefined;
  if (!own.test(path)) return { src: path };
  return { src: inSize(path, 256), srcSet: pictureSizes.map((size) => `${inSize(path, size)} ${size}w`).join(', ') };
}
