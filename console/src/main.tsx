import { render } from 'preact';
import { App } from './app/app.tsx';
import { startConsole } from './app/start-console.ts';

const root = document.getElementById('app');
if (root) {
  await startConsole();
  render(<App />, root);
}
