import { exports } from 'cloudflare:workers';
import { expect, test } from 'vitest';

test('the worker answers a health check', async () => {
  const response = await exports.default.fetch('http://restow.test/healthz');
  expect(response.status).toBe(200);
});
