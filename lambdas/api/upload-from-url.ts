import { createHttpsRemoteFiles } from '../../adapters/https/remote-files.ts';
import type { Services } from '../../core/ports/services.ts';
import { uploadFromUrl } from '../../core/use-cases/uploads/upload-from-url.ts';
import { AWS_ENGINE } from '../composition/engine-services.ts';
import { AWS_IDENTITY, type IdentityServices } from '../composition/identity-services.ts';
import { AWS_OBJECTS } from '../composition/object-services.ts';
import { awsServices, type RecordServices } from '../composition/services.ts';
import { runOnlyCall } from '../http/route-calls.ts';
import { lazily } from '../lazily.ts';

/** The handler of `upload-from-url`. */
export function createHandler(
  services: RecordServices &
    IdentityServices &
    Pick<Services, 'objects' | 'imageEngine' | 'remoteFiles'>,
) {
  return runOnlyCall(services, 'uploadFromUrl', uploadFromUrl);
}

export const handler = /* @__PURE__ */ lazily(() =>
  createHandler(
    awsServices({
      ...AWS_OBJECTS,
      ...AWS_ENGINE,
      ...AWS_IDENTITY,
      remoteFiles: () => createHttpsRemoteFiles(),
    }),
  ),
);
