/** Copies the files of Swagger UI that the docs page loads into public/, which is git-ignored. Vitest calls setup() too. */
import { cpSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const files = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png', 'LICENSE', 'NOTICE'];

export function setup(): void {
  const source = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const target = join(import.meta.dirname, '../public/swagger-ui');
  mkdirSync(target, { recursive: true });
  for (const file of files) cpSync(join(source, file), join(target, file));
}

if (import.meta.main) setup();
