/** `npm run pack -- NAME`: makes a package or an archive in `.build/packages`. */
import { runChosen } from '../run-chosen.ts';

await runChosen('pack', {
  imagewell: () => import('./pack-imagewell.ts'),
  client: () => import('./pack-client.ts'),
  python: () => import('./pack-python.ts'),
  cdk: () => import('./pack-imagewell-cdk.ts'),
  template: () => import('../template/pack-template.ts'),
});
