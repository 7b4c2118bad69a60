/** `npm run build:client`: builds client/dist. */
import { buildClient } from './build-client.ts';

buildClient();
