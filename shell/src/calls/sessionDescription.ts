// Validates what the other device of a call says about its connection. It is untrusted: its text goes into the browser's
// own parser, and its addresses are where this device sends packets.

/** Characters of a description: one of sound alone has about 2,000, with a picture 8,000. */
const descriptionMax = 20_000;
const candidateMax = 1_000;

/** Descriptions contain no candidates: these are signals, so that the gateway never learns addresses. */
const withoutCandidates = (sdp: string): string =>
  sdp
    .split(/\r?\n/)
    .filter((line) => !/^a=(candidate|end-of-candidates|remote-candidates)\b/.test(line))
    .join('\r\n');

/**
 * The media of a description: the offer and the answer of a call are one sound, which every build takes; a picture is added
 * by a signal.
 */
const media = {
  sound: [/^m=audio \d+ UDP\/TLS\/RTP\/SAVPF /],
  picture: [/^m=audio \d+ UDP\/TLS\/RTP\/SAVPF /, /^m=video \d+ UDP\/TLS\/RTP\/SAVPF /],
};

/** Returns the description without candidates, if it is one of a sound, with the hash of a certificate. */
export function readDescription(sdp: unknown, { picture = false } = {}): string | null {
  if (typeof sdp !== 'string' || sdp.length > descriptionMax) return null;
  const text = withoutCandidates(sdp);
  const lines = text.split('\r\n');
  const sections = lines.filter((line) => line.startsWith('m='));
  const fingerprints = lines.filter((line) => line.startsWith('a=fingerprint:'));
  const allowed = picture ? media.picture : media.sound;
  const isOfCall = sections.length > 0 && sections.every((line, index) => allowed[index]?.test(line));
  const isBound =
    fingerprints.length > 0 &&
    fingerprints.every((line) => /^a=fingerprint:sha-256 [0-9A-F]{2}(:[0-9A-F]{2}){31}$/i.test(line));
  // `k=` would contain a key of the older kind of encryption, without a certificate.
  const isWellFormed = lines[0] === 'v=0' && lines.every((line) => line === '' || /^[a-jl-z]=/.test(line));
  return isOfCall && isBound && isWellFormed ? text : null;
}

const ipv4 = /^\d{1,3}(\.\d{1,3}){3}$/;
const ipv6 = /^[0-9a-f:]{2,39}$/i;
/** A name that a browser invents to hide an address of the local network. */
const localName = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.local$/i;

/** Whether a candidate has an address, and not the name of a host that this device would look up. */
export function isCandidate(candidate: string): boolean {
  if (candidate === '') return true; // there are no more
  const [foundation = '', component, protocol, priority, address = '', port, typ, type = ''] = candidate.split(' ');
  return (
    candidate.length <= candidateMax &&
    !/[\r\n]/.test(candidate) &&
    /^candidate:[\w+/]{1,32}$/.test(foundation) &&
    /^[12]$/.test(component ?? '') &&
    /^(udp|tcp)$/i.test(protocol ?? '') &&
    /^\d{1,10}$/.test(priority ?? '') &&
    (ipv4.test(address) || (address.includes(':') && ipv6.test(address)) || localName.test(address)) &&
    /^\d{1,5}$/.test(port ?? '') &&
    typ === 'typ' &&
    /^(host|srflx|prflx|relay)$/.test(type)
  );
}
