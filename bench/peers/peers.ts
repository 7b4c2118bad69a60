import { IMGPROXY } from './imgproxy.ts';
import { IPX } from './ipx.ts';
import type { PeerKind, PeerName } from './peer.ts';

/** THE peers. */
export const PEERS: Readonly<Record<PeerName, PeerKind>> = { ipx: IPX, imgproxy: IMGPROXY };
