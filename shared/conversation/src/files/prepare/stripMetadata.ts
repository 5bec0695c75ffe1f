// Removes the metadata of a picture: where, when, by whom and with which camera it was taken.

type Bytes = Uint8Array<ArrayBuffer>;

/** A byte range of a file: [from, to). */
type ByteRange = readonly [from: number, to: number];

/** The EXIF orientation, the only metadata that is preserved. 1: upright. */
type Orientation = number;

const viewOf = (bytes: Bytes): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const asciiAt = (bytes: Bytes, at: number, length = 4): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

const orientationTag = 0x0112;

/** Returns the orientation in the first directory of a TIFF, or 1 if there is none. */
function orientationIn(tiff: Bytes): Orientation {
  const view = viewOf(tiff);
  try {
    const isLittle = asciiAt(tiff, 0, 2) === 'II';
    const directory = view.getUint32(4, isLittle);
    const entries = view.getUint16(directory, isLittle);
    for (let index = 0; index < entries; index += 1) {
      const entry = directory + 2 + 12 * index;
      if (view.getUint16(entry, isLittle) !== orientationTag) continue;
      const value = view.getUint16(entry + 8, isLittle);
      return value >= 1 && value <= 8 ? value : 1;
    }
  } catch {
    // A truncated directory has no orientation.
  }
  return 1;
}

/** Returns a TIFF that contains only the orientation. */
function createTiff(orientation: Orientation): Bytes {
  const tiff = new Uint8Array(26);
  const view = viewOf(tiff);
  tiff.set([0x4d, 0x4d, 0, 42]);
  view.setUint32(4, 8);
  view.setUint16(8, 1);
  view.setUint16(10, orientationTag);
  view.setUint16(12, 3);
  view.setUint32(14, 1);
  view.setUint16(18, orientation);
  return tiff;
}

const concat = (parts: readonly Bytes[]): Bytes => {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

const asciiBytes = (text: string): Bytes => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

const exif = 'Exif\0\0';
const iccProfile = 'ICC_PROFILE\0';
const [app0, app1, app2, app14, app15, comment, scan, end] = [0xe0, 0xe1, 0xe2, 0xee, 0xef, 0xfe, 0xda, 0xd9];

/**
 * Whether a segment is needed to show the picture. Of the application segments, only JFIF, Adobe and the colour profile
 * are.
 */
const isNeeded = (bytes: Bytes, marker: number, at: number): boolean =>
  marker === app0 ||
  marker === app14 ||
  (marker === app2 && asciiAt(bytes, at + 4, iccProfile.length) === iccProfile) ||
  ((marker < app0 || marker > app15) && marker !== comment);

/**
 * Returns the end of a scan whose bytes begin at `at`: the next marker that does not belong to the scan.
 * @throws RangeError if the scan has no end
 */
function scanEnd(bytes: Bytes, at: number): number {
  for (let found = bytes.indexOf(0xff, at); found >= 0; found = bytes.indexOf(0xff, found + 1)) {
    const next = bytes[found + 1]!;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return found;
  }
  throw new RangeError('the picture has no end');
}

/**
 * Data after the end of the picture, such as a video or other sizes of it, is removed as well.
 * @throws RangeError if the picture cannot be parsed
 */
function stripJpeg(bytes: Bytes): Bytes {
  const view = viewOf(bytes);
  const ranges: ByteRange[] = [];
  let orientation: Orientation = 1;
  let at = 2;
  while (bytes[at] === 0xff && bytes[at + 1] !== end) {
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const segmentEnd = at + 2 + view.getUint16(at + 2);
    if (marker === app1 && asciiAt(bytes, at + 4, exif.length) === exif)
      orientation = orientationIn(bytes.subarray(at + 4 + exif.length, segmentEnd));
    const next = marker === scan ? scanEnd(bytes, segmentEnd) : segmentEnd;
    if (isNeeded(bytes, marker, at)) ranges.push([at, next]);
    at = next;
  }
  if (bytes[at] !== 0xff) throw new RangeError('the picture cannot be taken apart');
  const orientationSegment =
    orientation === 1 ? [] : [concat([Uint8Array.of(0xff, app1, 0, 34), asciiBytes(exif), createTiff(orientation)])];
  return concat([
    bytes.subarray(0, 2),
    ...orientationSegment,
    ...ranges.map(([from, to]) => bytes.subarray(from, to)),
    bytes.subarray(at, at + 2),
  ]);
}

const pngHead = 8;
const pngMetadataChunks: ReadonlySet<string> = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME']);

function stripPng(bytes: Bytes): Bytes {
  const view = viewOf(bytes);
  const chunks: Bytes[] = [bytes.subarray(0, pngHead)];
  for (let at = pngHead; at < bytes.length;) {
    const [next, name] = [at + 12 + view.getUint32(at), asciiAt(bytes, at + 4)];
    if (next > bytes.length) throw new RangeError('the picture ends too early');
    if (!pngMetadataChunks.has(name)) chunks.push(bytes.subarray(at, next));
    at = name === 'IEND' ? bytes.length : next;
  }
  return concat(chunks);
}

const [riffHead, exifFlag, xmpFlag] = [12, 0x08, 0x04];

function stripWebp(bytes: Bytes): Bytes {
  const view = viewOf(bytes);
  const chunks: Bytes[] = [];
  let orientation: Orientation = 1;
  for (let at = riffHead; at + 8 <= bytes.length;) {
    const [name, size] = [asciiAt(bytes, at), view.getUint32(at + 4, true)];
    const next = at + 8 + size + (size % 2);
    if (at + 8 + size > bytes.length) throw new RangeError('the picture ends too early');
    if (name === 'EXIF') {
      const body = bytes.subarray(at + 8, at + 8 + size);
      orientation = orientationIn(asciiAt(body, 0, exif.length) === exif ? body.subarray(exif.length) : body);
    } else if (name !== 'XMP ') chunks.push(bytes.slice(at, next));
    at = next;
  }
  const features = chunks.find((chunk) => asciiAt(chunk, 0) === 'VP8X');
  if (features) features[8]! &= ~(xmpFlag | (orientation === 1 ? exifFlag : 0));
  if (orientation !== 1) chunks.push(concat([asciiBytes('EXIF'), Uint8Array.of(26, 0, 0, 0), createTiff(orientation)]));
  const all = concat([bytes.slice(0, riffHead), ...chunks]);
  viewOf(all).setUint32(4, all.length - 8, true);
  return all;
}

/**
 * Returns a function that passes a picture unchanged unless it contains one of these markers, with which metadata
 * begins.
 * @throws RangeError (the returned function) if the picture contains metadata
 */
const rejectIfContains =
  (...marks: readonly string[]) =>
  (bytes: Bytes): Bytes => {
    for (const mark of marks)
      if (containsBytes(bytes, asciiBytes(mark))) throw new RangeError(`the picture holds metadata: ${mark}`);
    return bytes;
  };

function containsBytes(bytes: Bytes, word: Bytes): boolean {
  for (let at = bytes.indexOf(word[0]!); at >= 0; at = bytes.indexOf(word[0]!, at + 1))
    if (word.every((byte, index) => bytes[at + index] === byte)) return true;
  return false;
}

interface PictureFormat {
  /** The magic bytes that such a file has at offset `from`. */
  magic: string;
  from: number;
  strip(bytes: Bytes): Bytes;
}

const formats: Record<string, PictureFormat> = {
  'image/jpeg': { magic: '\u00ff\u00d8\u00ff', from: 0, strip: stripJpeg },
  'image/png': { magic: '\u0089PNG\r\n\u001a\n', from: 0, strip: stripPng },
  'image/webp': { magic: 'WEBP', from: 8, strip: stripWebp },
  // GIF and AVIF are not parsed here, since cameras hardly ever produce them.
  'image/gif': { magic: 'GIF8', from: 0, strip: rejectIfContains('XMP DataXMP') },
  'image/avif': { magic: 'ftyp', from: 4, strip: rejectIfContains('Exif', 'application/rdf+xml') },
};

/**
 * Returns the picture without its metadata and with the same orientation. A file that is not a picture is returned
 * unchanged.
 * @throws RangeError if the metadata of a picture cannot be found and removed reliably, because browsers display more
 * than the formats allow
 */
export async function stripMetadata(file: Blob, mime: string): Promise<Blob> {
  if (!mime.startsWith('image/')) return file;
  const format = Object.hasOwn(formats, mime) ? formats[mime]! : null;
  if (!format) throw new RangeError(`a kind of picture that is not known: ${mime}`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (asciiAt(bytes, format.from, format.magic.length) !== format.magic)
    throw new RangeError(`it is not of the kind ${mime}`);
  const stripped = format.strip(bytes);
  return stripped.length === bytes.length ? file : new Blob([stripped], { type: file.type });
}
