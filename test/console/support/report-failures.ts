import { afterEach } from 'vitest';
import { reportPages } from './console-page.ts';

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await reportPages(task.name);
});
