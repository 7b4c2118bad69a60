import { privateImageKeyName } from '../../lib/private-images/private-image-keys.ts';
import { failed, passed } from '../checks/run-checks.ts';
import { checkOfSettings } from './setting-check.ts';

const privateKeys = checkOfSettings({
  name: 'private-keys',
  title: 'Each key of private images has its private part in SSM',
  failureMeans:
    'The service could sign no grant with such a key. Make a key with `imagewell admin private-keys create`, and set its public part.',
  needs: ['credentials', 'settings'],
  otherwise: 'No privateImageKeys are set.',
  async run(stage) {
    const { privateImageKeys: keys } = stage.settings;
    if (keys.length === 0) return undefined;
    const stored = await stage.listPrivateKeys();
    const names = keys.map(privateImageKeyName);
    const missing = names.filter((name) => !stored.includes(name));
    return missing.length > 0
      ? failed(`SSM has no private key of ${missing.join(', ')}.`)
      : passed(`The key ${names[0]} signs.`);
  },
});

/** The signers of private images. */
export const PRIVATE_KEY_CHECKS = [privateKeys];
