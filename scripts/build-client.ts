/** `npm run build:client`: builds client/dist. */
import { buildClient } from './client/build-client.ts';

buildClient();
