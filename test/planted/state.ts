import type { PlantedBug } from './planted-bug.ts';

const KIND = 'state in console and client';
const LIST = 'console/src/images/image-list.ts';
const SESSION = 'console/src/app/session/session.ts';
const QUEUE = 'console/src/uploads/upload-queue.ts';
const STATE = 'test/unit/console/state';

/** In the modules of state of the console, and in the client. */
export const STATE_BUGS: readonly PlantedBug[] = [
  {
    kind: KIND,
    file: LIST,
    old: 'for (const { imageId } of fresh) known.add(imageId);',
    new: '',
    test: `${STATE}/image-list.test.ts`,
  },
  {
    kind: KIND,
    file: LIST,
    old: '[...takeNew(page.images), ...images.value]',
    new: '[...page.images, ...images.value]',
    test: `${STATE}/image-list.test.ts`,
  },
  {
    kind: KIND,
    file: LIST,
    old: 'for (const { imageId } of images.value) known.add(imageId);',
    new: '',
    test: `${STATE}/image-list.test.ts`,
  },
  {
    kind: KIND,
    file: LIST,
    old: 'Date.now() - readAt < FRESH_MS',
    new: 'Date.now() - readAt <= FRESH_MS',
    test: `${STATE}/image-list.test.ts`,
  },
  {
    kind: KIND,
    file: LIST,
    old: 'lists.size > KEPT',
    new: 'lists.size >= KEPT',
    test: `${STATE}/image-list.test.ts`,
  },
  {
    kind: KIND,
    file: LIST,
    old: 'lists.delete(key);\n',
    new: '',
    test: `${STATE}/image-list.test.ts`,
  },
  {
    kind: KIND,
    file: SESSION,
    old: ' || !String(data.address).includes(visit.state)',
    new: '',
    test: `${STATE}/session.test.ts`,
  },
  {
    kind: KIND,
    file: SESSION,
    old: 'held.expiresAt - MARGIN_MS > Date.now()',
    new: 'held.expiresAt > Date.now()',
    test: `${STATE}/session.test.ts`,
  },
  {
    kind: KIND,
    file: SESSION,
    old: 'renewing ??= renewTokens(held)',
    new: 'renewing = renewTokens(held)',
    test: `${STATE}/session.test.ts`,
  },
  {
    kind: KIND,
    file: SESSION,
    old: 'if (!kept.isSilent) visitFault.value = error;',
    new: 'visitFault.value = error;',
    test: `${STATE}/session.test.ts`,
  },
  {
    kind: KIND,
    file: QUEUE,
    old: 'images.used + ahead >= images.limit',
    new: 'images.used + ahead > images.limit',
    test: `${STATE}/upload-queue.test.ts`,
  },
  {
    kind: KIND,
    file: QUEUE,
    old: 'if (isRefused) forgetUpload(id);',
    new: 'forgetUpload(id);',
    test: `${STATE}/upload-queue.test.ts`,
  },
  {
    kind: KIND,
    file: QUEUE,
    old: 'AT_ONCE - running.size',
    new: 'AT_ONCE',
    test: `${STATE}/upload-queue.test.ts`,
  },
  {
    kind: KIND,
    file: QUEUE,
    old: 'if (!stop.signal.aborted) failed(upload, error);',
    new: 'failed(upload, error);',
    test: `${STATE}/upload-queue.test.ts`,
  },
  {
    kind: KIND,
    file: 'console/src/app/resource.ts',
    old: 'if (!stop.signal.aborted) change({',
    new: 'change({',
    test: `${STATE}/resource.test.ts`,
  },
  {
    kind: KIND,
    file: 'console/src/app/resource.ts',
    old: '(fault: unknown) => ({ fault })',
    new: '(fault: unknown) => ({ fault, data: undefined })',
    test: `${STATE}/resource.test.ts`,
  },
  {
    kind: KIND,
    file: 'client/src/src-set.ts',
    old: 'widths.find((width) => width >= original)',
    new: 'widths.find((width) => width > original)',
    test: 'test/unit/client/src-set.test.ts',
  },
  {
    kind: KIND,
    file: 'client/src/create-imagewell-for-users.ts',
    old: 'isReading(name) || status === 429',
    new: 'isReading(name) || status >= 429',
    test: 'test/unit/client/may-repeat.test.ts',
  },
  {
    kind: KIND,
    file: 'client/src/create-imagewell-for-users.ts',
    old: '/^(get|list|explain|export)[A-Z]/',
    new: '/^(get|list|explain|export|rotate)[A-Z]/',
    test: 'test/unit/client/may-repeat.test.ts',
  },
  {
    kind: KIND,
    file: 'client/src/with-retries.ts',
    old: '<= LONGEST_WAIT_SECONDS',
    new: '< LONGEST_WAIT_SECONDS',
    test: 'test/unit/client/may-repeat.test.ts',
  },
  {
    kind: KIND,
    file: 'client/src/with-retries.ts',
    old: 'failed >= retries',
    new: 'failed > retries',
    test: 'test/unit/client/may-repeat.test.ts',
  },
];
