/** `npm run pack -- client`: packs the client into `.build/packages` and prints its path. */
import { packClient } from '../client/pack-client.ts';

console.log(packClient());
